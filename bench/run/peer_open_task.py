"""The cases of bench/run as a task of Inspect with its mock model. The answer brings its own usage: without one, mockllm
counts tokens with tiktoken, that fetches its table from the network, and the run ends with status error."""

import os
from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset, FieldSpec
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import exact
from inspect_ai.solver import generate

def answer(input, tools, tool_choice, config):
    out = ModelOutput.from_content("mockllm/model", "The revenue of the year was $12.4 million.")
    out.usage = ModelUsage(input_tokens=30, output_tokens=12, total_tokens=42)
    return out

@task
def cases():
    return Task(
        dataset=json_dataset(os.environ["BENCH_CASES"], FieldSpec(input="question", target="gold", id="id", metadata=["cluster","tags"])),
        model=get_model("mockllm/model", custom_outputs=answer),
        solver=generate(),
        scorer=exact(),
    )
