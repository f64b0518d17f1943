"""Trains tokenizers of every kind that encoders have: train.py TEXTS OUT [MINILM]

TEXTS is a file of JSON texts, one a line. Each tokenizer is a directory of OUT with the files that a hub would serve.
MINILM is the directory of a real model, whose vocabulary is compared too.
"""
import base64
import io
import json
import pathlib
import shutil
import sys

import sentencepiece as spm
from sentencepiece import sentencepiece_model_pb2 as pb
from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers as N, pre_tokenizers as P, processors as post
from tokenizers import trainers

GPT4 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}%s| ?[^\s\p{L}\p{N}]+[\r\n]*|"
        r"\s*[\r\n]+|\s+(?!\S)|\s+")


class Kitchen:
    def __init__(self, texts, out, size, **rules):
        self.texts, self.out, self.size, self.rules = texts, pathlib.Path(out), size, rules

    def train(self, tokenizer, trainer):
        tokenizer.train_from_iterator(self.texts, trainer)
        return tokenizer

    def save(self, name, tokenizer):
        (self.out / name).mkdir(parents=True, exist_ok=True)
        tokenizer.save(str(self.out / name / "tokenizer.json"), pretty=False)

    def wordpiece(self, cased):
        t = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        t.normalizer = N.BertNormalizer(lowercase=not cased)
        t.pre_tokenizer = P.BertPreTokenizer()
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        return self.train(t, trainers.WordPieceTrainer(vocab_size=self.size, special_tokens=special))

    def cased(self):
        t = self.wordpiece(True)
        t.post_processor = post.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
        t.add_tokens([AddedToken("EBITDA", single_word=True), AddedToken("10-K", rstrip=True, normalized=False),
                      AddedToken("Net Income", normalized=True), AddedToken("§§", lstrip=True, rstrip=True, single_word=True)])
        self.save("cased", t)

    def vocabulary(self):
        """The vocabulary of the cased one as BERT had it, with settings beside it."""
        t = Tokenizer.from_file(str(self.out / "cased" / "tokenizer.json"))
        plain = self.wordpiece(True)
        plain.post_processor = t.post_processor
        self.save("plain", plain)
        (self.out / "plain-files").mkdir(exist_ok=True)
        plain.model.save(str(self.out / "plain-files"))
        (self.out / "plain-files" / "tokenizer_config.json").write_text('{"do_lower_case": false, "cls_token": {"content": "[CLS]"}}')
        (self.out / "plain-files" / "like").write_text("plain")

    def mpnet(self):
        t = self.wordpiece(False)
        t.add_special_tokens(["<s>", "<pad>", "</s>", AddedToken("<mask>", lstrip=True, normalized=False)])
        ids = [t.token_to_id(x) for x in ("<s>", "</s>")]
        t.post_processor = post.RobertaProcessing(("</s>", ids[1]), ("<s>", ids[0]), trim_offsets=True, add_prefix_space=False)
        self.save("mpnet", t)

    def parts(self):
        """Pre-tokenizers and normalizers that few models have."""
        t = self.wordpiece(False)
        t.normalizer = N.Sequence([N.NFD(), N.Lowercase(), N.StripAccents(), N.Strip(), N.Nmt(), N.Replace("--", "-"), N.NFC()])
        t.pre_tokenizer = P.Sequence([P.Whitespace(), P.Digits(individual_digits=False), P.Punctuation("merged_with_previous")])
        t.post_processor = post.TemplateProcessing("[CLS]:1 $A:2 [SEP]:0", "[CLS] $B:1 [SEP] $A:4 [SEP]:3", [("[CLS]", 2), ("[SEP]", 3)])
        self.save("parts-a", t)
        t.normalizer = N.Sequence([N.NFKD(), N.Replace(Regex(r"\s+"), " "), N.Prepend("a "), N.NFKC()])
        t.pre_tokenizer = P.Sequence([P.WhitespaceSplit(), P.Digits(individual_digits=True), P.Punctuation("contiguous"), P.CharDelimiterSplit("e")])
        t.post_processor = None
        self.save("parts-b", t)
        t.normalizer = N.Sequence([N.NFC(), N.Strip(left=True, right=False)])
        t.pre_tokenizer = P.Sequence([P.Split(Regex(r"\s+"), "merged_with_next"), P.Split("of", "isolated"), P.Punctuation("merged_with_next"), P.Split(Regex(r"\p{N}{2,}"), "removed", invert=False)])
        self.save("parts-c", t)

    def roberta(self):
        t = Tokenizer(models.BPE())
        t.pre_tokenizer = P.ByteLevel(add_prefix_space=False)
        special = ["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True, normalized=False, special=True)]
        self.train(t, trainers.BpeTrainer(vocab_size=self.size, special_tokens=special, initial_alphabet=P.ByteLevel.alphabet()))
        t.post_processor = post.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=True, add_prefix_space=False)
        self.save("roberta", t)
        (self.out / "roberta-files").mkdir(exist_ok=True)
        t.model.save(str(self.out / "roberta-files"))
        (self.out / "roberta-files" / "tokenizer_config.json").write_text('{"tokenizer_class": "RobertaTokenizer", "add_prefix_space": false, "model_max_length": 512}')
        (self.out / "roberta-files" / "like").write_text("roberta")
        t.pre_tokenizer = P.ByteLevel(add_prefix_space=True)
        t.post_processor = post.Sequence([post.ByteLevel(trim_offsets=True, add_prefix_space=True), post.TemplateProcessing("<s> $A </s>", "<s> $A </s> $B:1 </s>:1", [("<s>", 0), ("</s>", 2)])])
        t.normalizer = N.NFC()
        self.save("roberta-space", t)

    def gpt4(self):
        for name, digits, form in (("llama3", "{1,3}", None), ("qwen", "", N.NFC())):
            t = Tokenizer(models.BPE(ignore_merges=True))
            if form:
                t.normalizer = form
            t.pre_tokenizer = P.Sequence([P.Split(Regex(GPT4 % digits), "isolated"), P.ByteLevel(add_prefix_space=False, use_regex=False)])
            self.train(t, trainers.BpeTrainer(vocab_size=self.size, special_tokens=["<|end|>"], initial_alphabet=P.ByteLevel.alphabet()))
            t.post_processor = post.TemplateProcessing("$A <|end|>", "$A <|end|> $B <|end|>", [("<|end|>", 0)])
            self.save(name, t)

    def bpe(self):
        """BPE over characters: with byte fallback as Llama 2 has it, with endings as CLIP has them, and with prefixes."""
        t = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
        t.normalizer = N.Sequence([N.Prepend("▁"), N.Replace(" ", "▁")])
        alphabet = [f"<0x{b:02X}>" for b in range(256)]
        self.train(t, trainers.BpeTrainer(vocab_size=self.size // 4, special_tokens=["<unk>", "<s>", "</s>", *alphabet], limit_alphabet=100))
        t.post_processor = post.TemplateProcessing("<s> $A", "<s> $A <s>:1 $B:1", [("<s>", 1)])
        raw = json.loads(t.to_str())
        raw["added_tokens"] = [a for a in raw["added_tokens"] if a["content"] in ("<unk>", "<s>", "</s>")]
        self.save("llama2", Tokenizer.from_str(json.dumps(raw)))
        raw["model"]["byte_fallback"] = False
        raw["normalizer"] = None
        raw["pre_tokenizer"] = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True, "prepend_scheme": "first", "split": False}
        self.save("fused", Tokenizer.from_str(json.dumps(raw)))
        t = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
        t.normalizer = N.Sequence([N.NFC(), N.Replace(Regex(r"\s+"), " "), N.Lowercase()])
        t.pre_tokenizer = P.WhitespaceSplit()
        self.train(t, trainers.BpeTrainer(vocab_size=self.size // 2, special_tokens=["<unk>"], limit_alphabet=80, end_of_word_suffix="</w>"))
        self.save("suffix", t)
        t = Tokenizer(models.BPE(unk_token="<unk>", continuing_subword_prefix="##"))
        t.pre_tokenizer = P.BertPreTokenizer()
        self.train(t, trainers.BpeTrainer(vocab_size=self.size // 2, special_tokens=["<unk>"], limit_alphabet=80, continuing_subword_prefix="##"))
        self.save("prefix", t)

    def pieces(self, name, **options):
        model = io.BytesIO()
        spm.SentencePieceTrainer.train(sentence_iterator=iter(self.texts), model_writer=model, vocab_size=self.size, model_type="unigram",
                                       minloglevel=2, num_threads=1, hard_vocab_limit=False, max_sentence_length=10000, **self.rules, **options)
        p = pb.ModelProto()
        p.ParseFromString(model.getvalue())
        return p

    def unigram(self):
        p = self.pieces("xlmr")
        charsmap = base64.b64encode(p.normalizer_spec.precompiled_charsmap).decode()
        precompiled = {"type": "Precompiled", "precompiled_charsmap": charsmap}
        gaps = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
        meta = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True}
        pieces = [(x.piece, x.score) for x in p.pieces]

        def special(id, content, **flags):
            return {"id": id, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True, **flags}

        def write(name, vocab, unk, added, normalizer, cutter, single, pair, fallback=False, second=0):
            ids = {piece: i for i, (piece, _) in enumerate(vocab)}
            tokens = {t: {"id": t, "ids": [ids.get(t, len(vocab))], "tokens": [t]} for t in {x for x in single + pair if x not in ("A", "B")}}

            def template(parts):
                kinds = [second if "B" in parts[:i + 1] else 0 for i in range(len(parts))]
                return [{"Sequence": {"id": x, "type_id": k}} if x in ("A", "B") else {"SpecialToken": {"id": x, "type_id": k}} for x, k in zip(parts, kinds)]

            raw = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": normalizer, "pre_tokenizer": cutter,
                   "post_processor": {"type": "TemplateProcessing", "single": template(single), "pair": template(pair), "special_tokens": tokens},
                   "decoder": None, "model": {"type": "Unigram", "unk_id": unk, "vocab": vocab, "byte_fallback": fallback}}
            self.save(name, Tokenizer.from_str(json.dumps(raw)))

        # XLM-R: fairseq's ids, one more than SentencePiece's, behind four of its own, and the mask at the end
        vocab = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *pieces[3:], ("<mask>", 0.0)]
        added = [special(i, x) for i, x in enumerate(("<s>", "<pad>", "</s>", "<unk>"))] + [special(len(vocab) - 1, "<mask>", lstrip=True)]
        write("xlmr", vocab, 3, added, {"type": "Sequence", "normalizers": [precompiled, gaps]},
              {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, meta]}, ["<s>", "A", "</s>"], ["<s>", "A", "</s>", "</s>", "B", "</s>"])
        self.model(p, "xlmr-spm", "sentencepiece.bpe.model", "XLMRobertaTokenizer", "xlmr", vocab)

        # DeBERTa v3: its own special tokens in the model, and the mask behind it
        q = self.pieces("deberta", pad_id=0, bos_id=1, eos_id=2, unk_id=3, pad_piece="[PAD]", bos_piece="[CLS]", eos_piece="[SEP]", unk_piece="[UNK]")
        vocab = [(x.piece, x.score) for x in q.pieces]
        added = [special(i, x) for i, x in enumerate(("[PAD]", "[CLS]", "[SEP]"))] + [special(3, "[UNK]", normalized=True), special(len(vocab), "[MASK]")]
        write("deberta", vocab, 3, added, {"type": "Sequence", "normalizers": [{"type": "Strip", "strip_left": True, "strip_right": True}, precompiled, gaps]},
              {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}, ["[CLS]", "A", "[SEP]"], ["[CLS]", "A", "[SEP]", "B", "[SEP]"], second=1)
        self.model(q, "deberta-spm", "spm.model", "DebertaV2Tokenizer", "deberta", vocab)

        # ALBERT, T5 and the rest: accents and quotes, bytes for what is unknown
        cleaned = [{"type": "Replace", "pattern": {"String": "``"}, "content": '"'}, {"type": "Replace", "pattern": {"String": "''"}, "content": '"'},
                   {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}, precompiled, gaps]
        write("albert", [("<unk>", 0.0), *pieces[1:]], 0, [special(1, "<s>"), special(2, "</s>")], {"type": "Sequence", "normalizers": cleaned},
              {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True, "prepend_scheme": "always"}, ["A", "</s>"], ["A", "</s>", "B", "</s>"])
        bytes_ = [(f"<0x{b:02X}>", -20.0) for b in range(256)]
        write("bytes", [("<unk>", 0.0), *pieces[1:500], *bytes_], 0, [special(1, "<s>"), special(2, "</s>")], None,
              {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": False}, ["A", "</s>"], ["A", "</s>", "B", "</s>"], True)

    def model(self, proto, name, file, kind, like, vocab):
        """A model as SentencePiece writes it. The scores go aside as they are: the package's JSON reader loses bits."""
        (self.out / name).mkdir(parents=True, exist_ok=True)
        (self.out / name / file).write_bytes(proto.SerializeToString())
        (self.out / name / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": kind, "do_lower_case": False}))
        (self.out / name / "like").write_text(like)
        (self.out / name / "exact.json").write_text(json.dumps(vocab))


def main():
    texts = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    kitchen = Kitchen(texts[:20000], sys.argv[2], 8000)
    for step in (kitchen.cased, kitchen.mpnet, kitchen.parts, kitchen.roberta, kitchen.gpt4, kitchen.bpe, kitchen.unigram):
        step()
    if len(sys.argv) > 3:
        real, out = pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[2])
        for name, files in (("minilm", ["tokenizer.json"]), ("minilm-files", ["vocab.txt", "tokenizer_config.json"])):
            (out / name).mkdir(parents=True, exist_ok=True)
            for file in files:
                shutil.copy(real / file, out / name / file)
        (out / "minilm-files" / "like").write_text("minilm")


if __name__ == "__main__":
    main()
