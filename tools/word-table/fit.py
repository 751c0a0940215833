# The numeric half of make.mjs: runs the USE-lite teacher over the training sentences and fits word vectors whose
# weighted sum comes close to the teacher's sentence vector. Needs numpy and scipy. Reads and writes one work folder.
import json
import sys
from collections import Counter, defaultdict

import numpy as np
import scipy.sparse as sp

MODEL, WORK = sys.argv[1], sys.argv[2]
CONF = json.load(open(f"{WORK}/conf.json"))


def weights():
    manifest = json.load(open(f"{MODEL}/model.json"))["weightsManifest"][0]
    raw = b"".join(open(f"{MODEL}/{p}", "rb").read() for p in manifest["paths"])
    kinds = {"float32": np.float32, "int32": np.int32, "bool": np.bool_}
    out, at = {}, 0
    for w in manifest["weights"]:
        size = int(np.prod(w["shape"])) * np.dtype(kinds[w["dtype"]]).itemsize
        out[w["name"]] = np.frombuffer(raw[at : at + size], dtype=kinds[w["dtype"]]).reshape(w["shape"])
        at += size
    return out


W = weights()


def named(end):
    (key,) = [k for k in W if k.endswith(end)]
    return W[key]


def layer(i):
    p, c = f"Layer_{i}/TransformerLayer/", "/ConcatPartitions/concat"
    norm, ffn = "layer_prepostprocess/layer_norm/layer_norm_", "FFN/layer_prepostprocess/layer_norm/layer_norm_"
    att = p + "MultiheadAttention/"
    return {
        "scale": named(p + norm + "scale" + c), "bias": named(p + norm + "bias" + c),
        "fscale": named(p + ffn + "scale" + c), "fbias": named(p + ffn + "bias" + c),
        "qkv": named(att + "qkv_transform_single/kernel/part_0")[0, 0], "qkvb": named(att + "qkv_transform_single/bias" + c),
        "out": named(att + "output_transform_single/kernel/part_0")[0, 0], "outb": named(att + "output_transform_single/bias" + c),
        "w1": named(p + "FFN/conv1/Tensordot/Reshape_1"), "b1": named(p + "FFN/conv1/bias" + c),
        "w2": named(p + "FFN/conv2/Tensordot/Reshape_1"), "b2": named(p + "FFN/conv2/bias" + c),
    }


LAYERS = [layer(0), layer(1)]
EMBED, TIMES = W["module/Embeddings_en"], named("TimingSignal/ExpandDims_1")[0]
DENSE, DENSEB = (named(f"Layer_0/TransformerLayer/dense/{k}/ConcatPartitions/concat") for k in ("kernel", "bias"))
LAST, LASTB = W["module/Encoder_en/hidden_layers/tanh_layer_0/weights"], W["module/Encoder_en/hidden_layers/tanh_layer_0/bias"]


def normed(x, scale, bias):
    d = x - x.mean(-1, keepdims=True)
    return d / np.sqrt((d * d).mean(-1, keepdims=True) + 1e-6) * scale + bias


def forward(ids):
    """Two pre-norm transformer layers over equally long id rows; the mean over tokens."""
    rows, n = ids.shape
    t = np.arange(n)[:, None] * TIMES[None]
    x = 2 * EMBED[ids] + np.concatenate([np.sin(t), np.cos(t)], 1)[None].astype(np.float32)
    for i, l in enumerate(LAYERS):
        d = x.shape[-1]
        qkv = (normed(x, l["scale"], l["bias"]).reshape(-1, d) @ l["qkv"] + l["qkvb"]).reshape(rows, n, 3, 4, d // 4)
        q, k, v = (qkv[:, :, j].transpose(0, 2, 1, 3) for j in range(3))
        a = (q / np.float32(np.sqrt(d // 4))) @ k.transpose(0, 1, 3, 2)
        a = np.exp(a - a.max(-1, keepdims=True))
        a /= a.sum(-1, keepdims=True)
        y = (a @ v).transpose(0, 2, 1, 3).reshape(-1, d) @ l["out"] + l["outb"]
        x = x.reshape(-1, d)
        x = y + (x @ DENSE + DENSEB if i == 0 else x)
        x = x + np.maximum(normed(x, l["fscale"], l["fbias"]) @ l["w1"] + l["b1"], 0) @ l["w2"] + l["b2"]
        x = x.reshape(rows, n, 512)
    return x.mean(1)


def teacher(path):
    lists = [json.loads(line)[:128] for line in open(path)]
    out = np.zeros((len(lists), 512), np.float32)
    by = defaultdict(list)
    for i, ids in enumerate(lists):
        if ids:
            by[len(ids)].append(i)
    for n, rows in by.items():
        step = max(1, 4096 // n)
        for s in range(0, len(rows), step):
            part = rows[s : s + step]
            z = np.tanh(forward(np.array([lists[i] for i in part])) @ LAST + LASTB)
            out[part] = z / np.linalg.norm(z, axis=1, keepdims=True)
    return out


def ridge(X, Y, V0, strength, rounds):
    """Jacobi-preconditioned conjugate gradients for |X V - Y|^2 + strength |V - V0|^2, all columns at once."""
    XT = X.T.tocsr()
    D, r = np.zeros_like(V0), XT @ (Y - X @ V0)
    P = 1 / (np.asarray(X.multiply(X).sum(0)).ravel() + strength)[:, None]
    z = P * r
    p, rz = z.copy(), (r * z).sum(0)
    for _ in range(rounds):
        Ap = XT @ (X @ p) + strength * p
        a = rz / ((p * Ap).sum(0) + 1e-12)
        D += a * p
        r -= a * Ap
        z = P * r
        again = (r * z).sum(0)
        p, rz = z + again / (rz + 1e-12) * p, again
    return V0 + D


vocab = open(f"{WORK}/vocab.txt").read().split("\n")
row = {w: i for i, w in enumerate(vocab)}
sentences = [line.split(" ") for line in open(f"{WORK}/words.txt").read().split("\n")]
Z = teacher(f"{WORK}/sentences.ids")
ZV = teacher(f"{WORK}/vocab.ids")
mean = Z.mean(0)
Z -= mean
values, axes = np.linalg.eigh(Z[:: max(1, len(Z) // 60000)].T @ Z[:: max(1, len(Z) // 60000)])
axes = axes[:, ::-1][:, : CONF["dims"]]
Y, V0 = Z @ axes, (ZV - mean) @ axes * CONF["priorScale"]

r, c, v, freq, total = [], [], [], Counter(), 0
for i, ws in enumerate(sentences):
    freq.update(ws)
    total += len(ws)
    for w, n in Counter(ws).items():
        if w in row:
            r.append(i), c.append(row[w]), v.append(n / len(ws))
X = sp.csr_matrix((np.array(v, np.float32), (r, c)), shape=(len(sentences), len(vocab)))
held = len(sentences) // 50
V = ridge(X[held:], Y[held:], V0, CONF["ridge"], CONF["rounds"])
guess = X[:held] @ V
cos = (guess * Y[:held]).sum(1) / (np.linalg.norm(guess, axis=1) * np.linalg.norm(Y[:held], axis=1) + 1e-9)

# Common words carry the frame of a sentence, not its subject: smooth inverse frequency, applied once, here.
a = CONF["sif"]
V *= np.array([a / (a + freq[w] / total) for w in vocab], np.float32)[:, None]
V.astype(np.float32).tofile(f"{WORK}/vectors.f32")
json.dump({"heldOutCosine": float(cos.mean()), "sentences": len(sentences), "meanLength": float(np.linalg.norm(V, axis=1).mean()),
           "variance": float(values[::-1][: CONF["dims"]].sum() / values.sum())}, open(f"{WORK}/fit.json", "w"))
