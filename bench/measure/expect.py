"""Writes measure/testdata/expect.json: what independent packages give for made-up numbers.

Run:
    python3 -m venv VENV && VENV/bin/pip install numpy==1.26.4 scipy==1.12.0 statsmodels==0.15.0 \
        scikit-learn==1.9.1 krippendorff==0.9.0 irrCAC==0.4.4 ppi-python==0.2.3
    VENV/bin/pip install --no-deps coverage==7.17.3  # irrCAC asks for one that numba cannot use
    VENV/bin/python bench/measure/expect.py > measure/testdata/expect.json
"""

import json
import math
import sys
from fractions import Fraction

import krippendorff
import numpy as np
import pandas as pd
import statsmodels.api as sm
from irrCAC.raw import CAC
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate
from ppi_py.ppi import _calc_lam_glm
from scipy import stats
from sklearn.metrics import cohen_kappa_score, roc_auc_score
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

random = np.random.default_rng(20261121)


def floats(values):
    return [float(v) for v in values]


def quantile(p, degrees):
    """scipy's own quantile is good to eight digits; its tail and density take it further."""
    q = stats.t.ppf(p, degrees)
    for _ in range(3):
        q += (stats.t.sf(q, degrees) - (1 - p)) / stats.t.pdf(q, degrees)
    return float(q)


def student():
    return [
        {"p": p, "degrees": d, "quantile": quantile(p, d), "two_sided": float(2 * stats.t.sf(2.1, d))}
        for d in (1, 2, 3, 7, 19, 49, 199, 4999, 499999)
        for p in (0.6, 0.8, 0.95, 0.975, 0.995, 0.9999)
    ]


def wilson():
    rows = []
    for k, n in ((1, 2), (3, 10), (9, 10), (47, 50), (250, 500), (1, 1000), (499999, 500000), (123456, 500000)):
        for level in (0.9, 0.95, 0.99):
            low, high = proportion_confint(k, n, alpha=1 - level, method="wilson")
            rows.append({"k": k, "n": n, "level": level, "low": float(low), "high": float(high)})
    return rows


def clusters(n, count):
    return [int(c) for c in random.integers(0, count, n) ** 2 // count]  # uneven


def mean():
    rows = []
    for n, count, make in (
        (12, 4, lambda n: random.normal(3, 1, n)),
        (200, 15, lambda n: random.beta(5, 2, n)),
        (500, 20, lambda n: (random.random(n) < 0.8).astype(float)),
        (300, 300, lambda n: random.lognormal(0, 1, n)),
    ):
        cluster = list(range(n)) if count == n else clusters(n, count)
        values = make(n) + 0
        if n == 12:
            values = values + np.array(cluster) * 0.7
        fit = sm.OLS(values, np.ones(n)).fit(
            cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": True, "df_correction": True}, use_t=True
        )
        low, high = fit.conf_int()[0]
        rows.append({
            "values": floats(values), "clusters": cluster, "mean": float(fit.params[0]), "se": float(fit.bse[0]),
            "low": float(low), "high": float(high), "p": float(fit.pvalues[0]),
            "p10": float(np.percentile(values, 10)), "median": float(np.median(values)), "p90": float(np.percentile(values, 90)),
        })
    return rows


def mcnemar():
    rows = []
    for wins, losses in ((0, 0), (1, 0), (3, 9), (5, 5), (10, 25), (0, 60), (400, 480), (100, 900), (2400, 2600), (0, 1000), (700, 4300)):
        n, k = wins + losses, min(wins, losses)
        exact = Fraction(2 * sum(math.comb(n, i) for i in range(k + 1)), 2**n)
        rows.append({"wins": wins, "losses": losses, "p": float(min(exact, Fraction(1)))})
    for wins, losses in ((499000, 501000), (1000000, 1004000), (499900, 500000)):
        rows.append({"wins": wins, "losses": losses, "p": float(min(1, 2 * stats.binom.cdf(min(wins, losses), wins + losses, 0.5)))})
    return rows


def holm():
    rows = []
    for n in (1, 2, 5, 30):
        p = floats(random.random(n) ** 3)
        if n == 5:
            p[3] = p[1]
        rows.append({"p": p, "adjusted": floats(multipletests(p, method="holm")[1])})
    return rows


def signflip():
    rows = []
    for n in (3, 7, 12):
        d = random.normal(0.6, 1, n)
        test = stats.permutation_test((d,), np.sum, permutation_type="samples", n_resamples=2**n, vectorized=False)
        rows.append({"sums": floats(d), "p": float(test.pvalue)})
    d = random.integers(-3, 6, 11).astype(float)  # ties among the patterns
    test = stats.permutation_test((d,), np.sum, permutation_type="samples", n_resamples=2**11, vectorized=False)
    rows.append({"sums": floats(d), "p": float(test.pvalue)})
    return rows


def paired():
    n = 60
    a, b = random.normal(0.3, 1, n), random.normal(0, 1, n)
    test = stats.ttest_rel(a, b)
    interval = test.confidence_interval(0.95)
    return {"a": floats(a), "b": floats(b), "p": float(test.pvalue), "low": float(interval.low), "high": float(interval.high)}


def agreement():
    rows = []
    for units, raters, categories, missing in ((40, 2, 2, 0), (120, 2, 4, 0), (80, 3, 4, 0.2), (60, 5, 5, 0.4), (200, 2, 3, 0.15)):
        truth = random.integers(0, categories, units)
        codes = np.full((units, raters), -1)
        for r in range(raters):
            said = np.where(random.random(units) < 0.7, truth, random.integers(0, categories, units))
            codes[:, r] = np.where(random.random(units) < missing, -1, said)
        codes[: categories, 0] = np.arange(categories)  # every category occurs
        codes[: categories, 1] = np.arange(categories)[::-1]
        worth = sorted(floats(random.normal(0, 2, categories)))
        rated = codes[(codes >= 0).any(axis=1)]
        table = np.where(rated < 0, np.nan, rated.astype(float))
        domain = list(range(categories))
        row = {"categories": categories, "codes": codes.tolist(), "worth": worth}
        for level in ("nominal", "ordinal"):
            row[level] = float(krippendorff.alpha(reliability_data=table.T, level_of_measurement=level, value_domain=domain))
        valued = np.where(np.isnan(table), np.nan, np.array(worth)[np.nan_to_num(table).astype(int)])
        row["interval"] = float(krippendorff.alpha(reliability_data=valued.T, level_of_measurement="interval", value_domain=worth))
        row["ac1"] = float(CAC(pd.DataFrame(table), categories=domain, digits=15).gwet()["est"]["coefficient_value"])
        if raters == 2:
            both = codes[(codes >= 0).all(axis=1)]
            row["kappa"] = float(cohen_kappa_score(both[:, 0], both[:, 1]))
            row["weighted"] = float(cohen_kappa_score(both[:, 0], both[:, 1], weights="quadratic"))
        rows.append(row)
    return rows


def ppi():
    rows = []
    for n, rest, rate, hit in ((40, 400, 0.7, 0.9), (150, 1000, 0.5, 0.75), (400, 500, 0.3, 0.5)):
        truth = (random.random(n + rest) < rate).astype(float)
        judge = np.where(random.random(n + rest) < hit, truth, 1 - truth)
        if n == 150:
            truth, judge = truth + random.normal(0, 0.3, n + rest), judge + random.normal(0, 0.2, n + rest)
        y, f, u = truth[:n], judge[:n], judge[n:]
        column = lambda v: v.reshape(-1, 1)
        point = ppi_mean_pointestimate(y, f, u, lam=1)
        lam = _calc_lam_glm(column(y - point), column(f - point), column(u - point), np.eye(1), coord=None, clip=True)
        low, high = ppi_mean_ci(y, f, u, alpha=0.05)
        rows.append({
            "y": floats(y), "f": floats(f), "u": floats(u), "lambda": float(lam),
            "estimate": float(np.squeeze(ppi_mean_pointestimate(y, f, u))),
            "low": float(np.squeeze(low)), "high": float(np.squeeze(high)),
        })
    return rows


def rogan():
    """Lang and Reiczigel (2014), written out from the paper: no package at hand has it."""
    rows = []
    z = stats.norm.ppf(0.975)
    for passing, asked, hit, good, right, bad in ((620, 1000, 90, 100, 80, 100), (60, 200, 28, 30, 33, 40), (900, 950, 70, 75, 40, 75)):
        p = (passing + z * z / 2) / (asked + z * z)
        q1, q0 = (hit + 1) / (good + 2), (right + 1) / (bad + 2)
        d = q1 + q0 - 1
        v1, v0 = q1 * (1 - q1) / (good + 2), q0 * (1 - q0) / (bad + 2)
        theta = (p + q0 - 1) / d
        middle = theta + 2 * z * z * (theta * v1 - (1 - theta) * v0)
        half = z * np.sqrt((p * (1 - p) / (asked + z * z) + (1 - theta) ** 2 * v0 + theta**2 * v1) / d**2)
        rows.append({
            "passing": passing, "asked": asked, "hit": hit, "good": good, "right": right, "bad": bad,
            "estimate": min(max((passing / asked + right / bad - 1) / (hit / good + right / bad - 1), 0), 1),
            "low": float(np.clip(middle - half, 0, 1)), "high": float(np.clip(middle + half, 0, 1)),
        })
    return rows


def slope():
    n, count = 150, 12
    cluster = clusters(n, count)
    x = random.normal(5, 1, n)
    y = 2 + 0.3 * x + random.normal(0, 1, n) + 0.5 * np.array(cluster)
    fit = sm.OLS(y, sm.add_constant(x)).fit(
        cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": True, "df_correction": True}, use_t=True
    )
    low, high = fit.conf_int()[1]
    return {
        "x": floats(x), "y": floats(y), "clusters": cluster, "slope": float(fit.params[1]), "intercept": float(fit.params[0]),
        "se": float(fit.bse[1]), "p": float(fit.pvalues[1]), "low": float(low), "high": float(high),
    }


def auc():
    positive = (random.random(200) < 0.3).astype(int)
    score = np.round(random.normal(positive * 0.8, 1), 1)  # ties
    return {"positive": positive.tolist(), "score": floats(score), "auc": float(roc_auc_score(positive, score))}


def bca():
    values = random.lognormal(0, 1, 60)
    percentile = stats.bootstrap((values,), np.median, n_resamples=50_000, method="percentile", random_state=1)
    accelerated = stats.bootstrap((values,), np.mean, n_resamples=50_000, method="BCa", random_state=1)
    interval = lambda r: [float(r.confidence_interval.low), float(r.confidence_interval.high)]
    return {"values": floats(values), "median": interval(percentile), "mean": interval(accelerated)}


json.dump({
    "student": student(), "wilson": wilson(), "mean": mean(), "mcnemar": mcnemar(), "holm": holm(), "signflip": signflip(),
    "paired": paired(), "agreement": agreement(), "ppi": ppi(), "rogan": rogan(), "slope": slope(), "auc": auc(), "bca": bca(),
}, sys.stdout)
sys.stdout.write("\n")
