"""What bench/encode is compared with: peers.py MODEL TEXTS WORK THREADS. It answers lines of JSON with lines of
JSON: {"task": ..., "from": ..., "to": ...} with seconds of the wall and of processors."""

import json
import os
import resource
import shutil
import sys
import time

MODEL, TEXTS, WORK, THREADS = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[name] = str(THREADS)
# An idle thread that spins costs the processor time of others; all peers sleep instead.
os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy
import onnxruntime
import torch
from tokenizers import Tokenizer
from transformers import AutoModel

torch.set_num_threads(THREADS)
with open(TEXTS, encoding="utf-8") as f:
    texts = [line.rstrip("\n") for line in f]
tokenizer = Tokenizer.from_file(os.path.join(MODEL, "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(256)


class Last(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.model = AutoModel.from_pretrained(MODEL, attn_implementation="eager").eval()

    def forward(self, input_ids, attention_mask, token_type_ids):
        # The mask is made here: hugot lacks an operation that transformers makes it with.
        bias = ((1.0 - attention_mask[:, None, None, :].float()) * -10000.0).expand(-1, 1, input_ids.shape[1], -1)
        return self.model(input_ids=input_ids, attention_mask=bias, token_type_ids=token_type_ids).last_hidden_state


def export():
    """The model as ONNX, with the fusions that onnxruntime's own tool for BERT makes."""
    onnx = os.path.join(WORK, "onnx")
    os.makedirs(onnx, exist_ok=True)
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"):
        shutil.copy(os.path.join(MODEL, name), onnx)
    path, fused = os.path.join(onnx, "model.onnx"), os.path.join(WORK, "fused.onnx")
    if not os.path.exists(fused):
        ids = torch.randint(5, 1000, (2, 9))
        shape = {0: torch.export.Dim("texts", min=1, max=4096), 1: torch.export.Dim("tokens", min=2, max=512)}
        names = ["input_ids", "attention_mask", "token_type_ids"]
        program = torch.onnx.export(Last().eval(), (ids, torch.ones_like(ids), torch.zeros_like(ids)), dynamo=True, dynamic_shapes=(shape, shape, shape),
                                    input_names=names, output_names=["last_hidden_state"], opset_version=18)
        program.save(path)
        from onnxruntime.transformers import optimizer
        optimizer.optimize_model(path, model_type="bert", num_heads=12, hidden_size=384, opt_level=0).save_model_to_file(fused)
    return path, fused


def session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


plain, fused = (session(path) for path in export())
encodings = {}


def tokens(some):
    for i in some:
        if i not in encodings:
            encodings[i] = tokenizer.encode(texts[i]).ids
    return sorted(some, key=lambda i: -len(encodings[i]))


def ort(model, some, batch):
    """Batches of similar length, padded; mean and normalisation as the model's settings say."""
    out = numpy.zeros((len(some), 384), numpy.float32)
    first = min(some)
    for at in range(0, len(some), batch):
        part = some[at:at + batch]
        width = len(encodings[part[0]])
        ids = numpy.zeros((len(part), width), numpy.int64)
        mask = numpy.zeros_like(ids)
        for row, i in enumerate(part):
            n = len(encodings[i])
            ids[row, :n], mask[row, :n] = encodings[i], 1
        states = model.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)})[0]
        means = (states * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        out[[i - first for i in part]] = means / numpy.linalg.norm(means, axis=1)[:, None]
    return out


def bertscore(some, idf):
    from bert_score import score
    half = len(some) // 2
    found = score([texts[i] for i in some[:half]], [texts[i] for i in some[half:]], model_type=MODEL, num_layers=6, idf=idf, batch_size=64, nthreads=1)
    return numpy.stack([v.numpy() for v in found], axis=1).astype(numpy.float32)


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def answer(task, some):
    if task.startswith("ort"):
        kind, _, batch = task.partition("-")
        ordered = tokens(some)
        start = time.time(), cpu()
        out = ort(fused if kind == "ortfused" else plain, ordered, int(batch))
    else:
        start = time.time(), cpu()
        out = bertscore(some, task == "bertscore-idf")
    seconds = time.time() - start[0], cpu() - start[1]
    out.astype("<f4").tofile(os.path.join(WORK, "out.f32"))
    return dict(wall=seconds[0], cpu=seconds[1])


def load_scores():
    """bert-score loads the model at each call; what that takes is measured apart and told."""
    start = time.time(), cpu()
    AutoModel.from_pretrained(MODEL)
    return dict(wall=time.time() - start[0], cpu=cpu() - start[1])


print(json.dumps(dict(ready=True, torch=torch.__version__, onnxruntime=onnxruntime.__version__)), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    some = list(range(asked["from"], asked["to"]))
    result = load_scores() if asked["task"] == "load" else answer(asked["task"], some)
    print(json.dumps(result), flush=True)
