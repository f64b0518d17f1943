"""Writes the models that the tests of encode read, tiny and of random weights, and what transformers makes of
them: expect.py encode/testdata. Every architecture of the table gets one; no trained weight is in them."""

import json
import os
import sys

import torch
from safetensors.torch import save_file
from transformers import AutoModelForSequenceClassification, AutoConfig

VOCAB, WIDTH, LENGTHS = 50, 32, (1, 7, 44)

COMMON = dict(vocab_size=VOCAB, hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=4, intermediate_size=40,
              max_position_embeddings=48, num_labels=3, hidden_act="gelu", layer_norm_eps=1e-6)

MODELS = {
    "bert": ("bert", dict(type_vocab_size=2)),
    "bert-narrow": ("bert", dict(type_vocab_size=2, hidden_size=21, num_attention_heads=3, intermediate_size=29, hidden_act="gelu_new",
                                 num_labels=1)),
    "roberta": ("roberta", dict(type_vocab_size=1, max_position_embeddings=50, pad_token_id=1)),
    "xlm-roberta": ("xlm-roberta", dict(type_vocab_size=1, max_position_embeddings=50, pad_token_id=1, hidden_act="relu")),
    "camembert": ("camembert", dict(type_vocab_size=1, max_position_embeddings=50, pad_token_id=1, hidden_act="silu")),
    "distilbert": ("distilbert", dict(vocab_size=VOCAB, dim=WIDTH, n_layers=2, n_heads=4, hidden_dim=40, max_position_embeddings=48, num_labels=3)),
    "mpnet": ("mpnet", dict(max_position_embeddings=50, pad_token_id=1)),
    "deberta": ("deberta", dict(relative_attention=True, pos_att_type=["c2p", "p2c"], max_relative_positions=48, position_biased_input=False,
                                type_vocab_size=0)),
    "deberta-v2": ("deberta-v2", dict(relative_attention=True, pos_att_type=["p2c", "c2p"], position_buckets=10, norm_rel_ebd="layer_norm",
                                      share_att_key=True, conv_kernel_size=3, conv_act="gelu", position_biased_input=False,
                                      type_vocab_size=0, embedding_size=24)),
    "deberta-v2-split": ("deberta-v2", dict(relative_attention=True, pos_att_type=["c2p"], max_relative_positions=20, share_att_key=False,
                                            position_biased_input=True, type_vocab_size=2)),
    "deberta-v3": ("deberta-v2", dict(relative_attention=True, pos_att_type=["p2c", "c2p"], position_buckets=16, norm_rel_ebd="layer_norm",
                                      share_att_key=True, position_biased_input=False, type_vocab_size=0)),
    "rembert": ("rembert", dict(input_embedding_size=20, type_vocab_size=2)),
    "electra": ("electra", dict(embedding_size=20, type_vocab_size=2)),
    "modernbert": ("modernbert", dict(num_hidden_layers=4, hidden_size=24, intermediate_size=32, local_attention=12, global_attn_every_n_layers=3, hidden_activation="gelu", norm_eps=1e-5,
                                      pad_token_id=0, cls_token_id=1, sep_token_id=2, bos_token_id=1, eos_token_id=2)),
}

FORMATS = {"roberta": torch.bfloat16, "bert-narrow": torch.float32}


def randomise(model):
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.normal_(0, 0.3)
            if "norm" in name.lower() and name.endswith("weight"):
                p.add_(1)


def inputs(config):
    types = getattr(config, "type_vocab_size", 0) or 0
    for n in LENGTHS:
        ids = torch.randint(3, VOCAB, (1, n))
        yield ids, torch.randint(0, types, (1, n)) if types > 1 else torch.zeros_like(ids)


def expect(model, config):
    out = {}
    for i, (ids, types) in enumerate(inputs(config)):
        given = dict(input_ids=ids, attention_mask=torch.ones_like(ids), output_hidden_states=True)
        if (getattr(config, "type_vocab_size", 0) or 0) > 1:
            given["token_type_ids"] = types
        with torch.no_grad():
            result = model(**given)
        out[f"{i}.ids"], out[f"{i}.types"] = ids[0], types[0]
        out[f"{i}.logits"] = result.logits[0]
        for layer, state in enumerate(result.hidden_states):
            out[f"{i}.states.{layer}"] = state[0]
    return {name: t.contiguous().clone() for name, t in out.items()}


def renamed(state, name):
    """Some checkpoints keep old names; BLEURT has those of RemBERT but for two."""
    if name == "bert":
        return {k.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): t for k, t in state.items()}
    if name == "bleurt":
        return {k.replace("rembert.", "bleurt.").replace("embedding_hidden_mapping_in", "embedding_projection"): t for k, t in state.items()}
    return state


def write(root, name, model, config):
    directory = os.path.join(root, name)
    os.makedirs(directory, exist_ok=True)
    state = {k: t.to(FORMATS.get(name, torch.float16)) for k, t in model.state_dict().items()}
    model.load_state_dict({k: t.float() for k, t in state.items()})
    save_file(expect(model, config), os.path.join(directory, "expected.safetensors"))
    if name == "bert":
        state["bert.embeddings.position_ids"] = torch.arange(48).unsqueeze(0)
    save_file(renamed({k: t.contiguous() for k, t in state.items()}, name), os.path.join(directory, "model.safetensors"))
    settings = config.to_dict()
    if name == "bleurt":
        settings["model_type"], settings["embedding_size"] = "bleurt", settings.pop("input_embedding_size")
    with open(os.path.join(directory, "config.json"), "w") as f:
        json.dump({k: v for k, v in settings.items() if k not in ("_name_or_path", "transformers_version")}, f, indent=1, sort_keys=True)
        f.write("\n")


def main(root):
    for name, (kind, more) in {**MODELS, "bleurt": ("rembert", dict(input_embedding_size=20, type_vocab_size=2, num_labels=1))}.items():
        torch.manual_seed(sum(name.encode()))
        settings = more if kind == "distilbert" else {**COMMON, **more}
        if kind == "modernbert":
            for key in ("hidden_act", "layer_norm_eps"):
                settings.pop(key)
        config = AutoConfig.for_model(kind, **settings)
        model = AutoModelForSequenceClassification.from_config(config, attn_implementation="eager").eval()
        randomise(model)
        write(root, name, model, config)


WORDS = """net sales rose fell by percent in the year of company reported a profit loss revenue cash flow from operations was
were and risk factors may harm our business results . , % $ ##s ##ing ##ed quarter million billion grow ##th""".split()

TEXTS = ["Net sales rose by 12 percent in the year.", "The company reported a loss.", "", "Unknowable zzz", "Risk factors may harm our business, results of operations and cash flows. " * 6]

PAIRS = [("net sales fell", "revenue fell by million"), ("the company reported a profit", ""), (TEXTS[4], TEXTS[0])]

SCORED = [("Net sales rose by percent in the year.", "revenue growth in the year was in the million"), ("the company reported a loss", "the company reported a profit."),
          ("cash flows", "risk factors may harm our business"), ("net sales rose", "net sales rose")]


def tokenizer(directory, length):
    """A vocabulary of WordPiece, in the file that tokenizers make of it."""
    from transformers import BertTokenizerFast
    os.makedirs(directory, exist_ok=True)
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    with open(os.path.join(directory, "vocab.txt"), "w") as f:
        f.write("\n".join(tokens) + "\n")
    made = BertTokenizerFast(vocab={t: i for i, t in enumerate(tokens)}, do_lower_case=True, model_max_length=length)
    made.save_pretrained(directory)
    os.remove(os.path.join(directory, "vocab.txt"))
    return len(tokens)


def sentence(root):
    """Vectors of texts by sentence-transformers, pair scores and BERTScore, through tokenizer and settings."""
    from sentence_transformers import CrossEncoder, SentenceTransformer, models
    directory = os.path.join(root, "sentence")
    vocab = tokenizer(directory, 40)
    torch.manual_seed(7)
    config = AutoConfig.for_model("bert", **{**COMMON, "vocab_size": vocab, "type_vocab_size": 2, "num_labels": 2, "hidden_size": 24, "intermediate_size": 30})
    model = AutoModelForSequenceClassification.from_config(config).eval()
    randomise(model)
    model.half().float()
    model.save_pretrained(directory)
    whole = SentenceTransformer(modules=[models.Transformer(directory, max_seq_length=16), models.Pooling(24, pooling_mode=("cls", "mean")),
                                         models.Dense(48, 20), models.Normalize()],
                                prompts={"query": "the company was: ", "document": ""}, device="cpu")
    out = {"vectors": torch.tensor(whole.encode(TEXTS)), "queries": torch.tensor(whole.encode(TEXTS, prompt_name="query"))}
    left = SentenceTransformer(modules=[models.Transformer(directory, max_seq_length=16),
                                        models.Pooling(24, pooling_mode=("max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"), include_prompt=False)],
                               prompts={"query": "the company was: "}, device="cpu")
    out["left"] = torch.tensor(left.encode(TEXTS, prompt_name="query"))
    out["pairs"] = torch.tensor(CrossEncoder(directory, device="cpu", max_length=40).predict(PAIRS, activation_fn=torch.nn.Identity()))
    from bert_score import score
    for idf in (False, True):
        found = score([c for c, _ in SCORED], [r for _, r in SCORED], model_type=directory, num_layers=1, idf=idf)
        out["bertscore.idf" if idf else "bertscore"] = torch.stack(found, dim=1)
    whole.save_pretrained(directory)
    model.half().save_pretrained(directory)
    # The length that sentence-transformers wrote before its sixth version stands beside the tokenizer's.
    tokenizer(directory, 40)
    with open(os.path.join(directory, "sentence_bert_config.json"), "w") as f:
        f.write('{"max_seq_length": 16, "do_lower_case": false}\n')
    for name in ("README.md", "training_args.bin"):
        if os.path.exists(os.path.join(directory, name)):
            os.remove(os.path.join(directory, name))
    save_file({k: v.contiguous() for k, v in out.items()}, os.path.join(directory, "vectors.safetensors"))
    with open(os.path.join(directory, "texts.json"), "w") as f:
        json.dump(dict(texts=TEXTS, pairs=PAIRS, scored=SCORED), f, indent=1)


def static(root):
    """Static embeddings by model2vec, with weights and a mapping."""
    import numpy
    from model2vec import StaticModel
    from tokenizers import Tokenizer
    directory = os.path.join(root, "static")
    vocab = tokenizer(directory, 512)
    words = Tokenizer.from_file(os.path.join(directory, "tokenizer.json"))
    drawn = numpy.random.default_rng(3)
    model = StaticModel(drawn.normal(size=(20, 12)).astype(numpy.float32), words, config={"normalize": True}, normalize=True,
                        weights=drawn.random(vocab).astype(numpy.float32), token_mapping=drawn.integers(0, 20, vocab))
    model.save_pretrained(directory)
    texts = TEXTS[:2] + TEXTS[3:]
    save_file({"vectors": torch.tensor(numpy.asarray(model.encode(texts)))}, os.path.join(directory, "vectors.safetensors"))
    for name in ("README.md", "tokenizer_config.json", "special_tokens_map.json"):
        if os.path.exists(os.path.join(directory, name)):
            os.remove(os.path.join(directory, name))


main(sys.argv[1])
sentence(sys.argv[1])
static(sys.argv[1])
