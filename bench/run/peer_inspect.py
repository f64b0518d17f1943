"""The cases of bench/run as a task of Inspect: exact match against an OpenAI-compatible server on loopback."""

import os

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset, FieldSpec
from inspect_ai.scorer import exact
from inspect_ai.solver import generate


@task
def cases():
    return Task(
        dataset=json_dataset(os.environ["BENCH_CASES"], FieldSpec(input="question", target="gold", id="id")),
        solver=generate(),
        scorer=exact(),
    )
