# Fine-tuned weights (encoder.py) to the bytes that src/core/words/ear/encoder.ts reads: matrices in 4 bits, groups of 64 with one
# scale each, everything else as it is. usage: pack-encoder.py WEIGHTS.npz tok.json OUT.bin (then brotli: npm run ear -- --encoder OUT.bin)
import json, struct, sys
import numpy as np

weights, tokens, out = sys.argv[1:4]
z = np.load(weights)
vocabulary = json.load(open(tokens))["model"]["vocab"]
names = sorted(vocabulary, key=vocabulary.get)
GROUP = 64
tensors, body = [], b""
for name in sorted(z.files):
    w = z[name].astype(np.float32)
    quantised = w.ndim == 2 and name not in ("p.weight", "t.weight", "cs.weight", "cm.weight")
    rows, columns = (w.shape if w.ndim == 2 else (1, w.shape[0]))
    if quantised:
        groups = w.reshape(rows, columns // GROUP, GROUP)
        scale = np.maximum(np.abs(groups).max(-1, keepdims=True) / 7, 1e-9).astype(np.float16).astype(np.float32)
        q = (np.clip(np.round(groups / np.maximum(scale, 1e-12)), -7, 7) + 8).astype(np.uint8).reshape(-1)
        data = scale.astype(np.float16).tobytes() + (q[0::2] | (q[1::2] << 4)).tobytes()
    else:
        data = w.astype(np.float16).tobytes()
    tensors.append(dict(name=name, rows=rows, columns=columns, bits=4 if quantised else 16))
    body += data
header = json.dumps(dict(tensors=tensors, vocabulary="\n".join(names)), ensure_ascii=False).encode()
header += b" " * (-(len(header) + 8) % 8)
open(out, "wb").write(b"MENC" + struct.pack("<I", len(header)) + header + body)
print(len(header), len(body))
