# Fine-tunes the encoder on a GPU: encoder.py ROWS.jsonl BASE.npz OUT. ROWS come from `npm run ear -- --prepare`, BASE is a small
# encoder pretrained on masked words (docs/ear.md says on what). Out of folds by person first (OUT/margins.bin, which
# the last step of the fit learns from), then on all rows (OUT/weights.npz, for pack-encoder.py). Weights are held to 4 bits while
# they learn; the runs of several seeds, which begin alike, are averaged into one.
import json, sys
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

rows_file, base_file, out = sys.argv[1:4]
LAYERS, WIDTH, BREADTH, HEADS, GROUP, BITS = 4, 128, 256, 4, 64, 4
RATE, EPOCHS, BATCH, DROP, HIDE = 2e-4, 12, 32, 0.2, 0.08
KINDS = ["rule", "pref", "fact", "decision", "proc"]
MASK = 4
device = "cuda" if torch.cuda.is_available() else "cpu"
rows = [json.loads(line) for line in open(rows_file)]

# ---- labels: a grade 1 and a soft complaint only help
first = np.cumsum([0] + [len(r["sentences"]) for r in rows])
sentences = [s for r in rows for s in r["sentences"]]
grade = np.array([s["grade"] for s in sentences])
kind = np.array([KINDS.index(s["kind"]) if s["kind"] in KINDS and s["grade"] else -1 for s in sentences])
of_sentence = np.stack([grade == 2, grade >= 1], 1).astype(np.float32)
cost_sentence = np.stack([grade != 1, np.full(len(grade), 0.5)], 1).astype(np.float32)
says = np.array([r["f"] for r in rows]); whole = np.array([r["grade"] for r in rows])
no, soft, yes = np.isin(says, ["neg", "mix"]), says == "soft", np.isin(says, ["pos", "mix"])
half = np.full(len(rows), 0.5)
of_message = np.stack([no, no | soft, whole == 2, whole >= 1, yes], 1).astype(np.float32)
cost_message = np.stack([~soft, half, whole != 1, half, np.ones(len(rows))], 1).astype(np.float32)
put = lambda a: torch.tensor(a, device=device)
SY, SW, SX, SK = put(of_sentence), put(cost_sentence), put(np.array([s["shape"] for s in sentences], np.float32)), put(kind)
MY, MW, MX = put(of_message), put(cost_message), put(np.array([r["shape"] for r in rows], np.float32))

# ---- windows
windows = [(i, j == 0, w) for i, r in enumerate(rows) for j, w in enumerate(r["windows"])]
row = np.array([i for i, _, _ in windows]); leads = np.array([lead for _, lead, _ in windows])
length = np.array([len(w["ids"]) for _, _, w in windows])
ids, of = np.zeros((len(windows), WIDTH), np.int64), np.zeros((len(windows), WIDTH), np.int64)
for i, (_, _, w) in enumerate(windows): ids[i, : length[i]] = w["ids"]; of[i, : length[i]] = w["of"]
ids, of, leading = put(ids), put(of), put(leads)
def batch(index):
    long = int(length[index].max()); at, number, flat = [], [], []
    for j, i in enumerate(index):
        for k in windows[i][2]["sentences"]: at.append(j); number.append(k + 1); flat.append(first[row[i]] + k)
    t = lambda v: torch.tensor(v, device=device, dtype=torch.long)
    return ids[index][:, :long], of[index][:, :long], t(at), t(number), t(flat), t(row[index])

# ---- model
class FourBits(torch.autograd.Function):
    @staticmethod
    def forward(_, w):
        most = 2 ** (BITS - 1) - 1; v = w.view(w.shape[0], -1, GROUP)
        scale = (v.abs().amax(-1, keepdim=True) / most).clamp(min=1e-9).half().float()
        return ((v / scale).round().clamp(-most, most) * scale).view_as(w)
    @staticmethod
    def backward(_, g): return g
class Linear(nn.Linear):
    def forward(self, x): return F.linear(x, FourBits.apply(self.weight), self.bias)
class Block(nn.Module):
    def __init__(self):
        super().__init__(); d = BREADTH
        self.n1, self.n2, self.dr = nn.LayerNorm(d), nn.LayerNorm(d), nn.Dropout(DROP)
        self.qkv, self.o, self.f1, self.f2 = Linear(d, 3 * d), Linear(d, d), Linear(d, 4 * d), Linear(4 * d, d)
    def forward(self, x, seen):
        b, n, d = x.shape; q, k, v = self.qkv(self.n1(x)).view(b, n, 3, HEADS, d // HEADS).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=seen).transpose(1, 2).reshape(b, n, d)
        x = x + self.dr(self.o(a)); return x + self.dr(self.f2(F.gelu(self.f1(self.n2(x)), approximate="tanh")))
def pool(z, asked):
    w = asked[..., None].to(z.dtype); mean = (z * w).sum(1) / w.sum(1).clamp(min=1); most = (z + (w - 1) * 1e4).amax(1)
    return torch.cat([z[:, 0], mean, torch.where(most < -1e3, torch.zeros_like(most), most)], -1)
class Ear(nn.Module):
    def __init__(self):
        super().__init__(); d = BREADTH
        self.e, self.p, self.t = nn.Embedding(8192, d), nn.Embedding(WIDTH, d), nn.Embedding(2, d)
        self.b = nn.ModuleList(Block() for _ in range(LAYERS)); self.n, self.dr = nn.LayerNorm(d), nn.Dropout(DROP)
        self.cs, self.cm = nn.Linear(3 * d + SX.shape[1], 2 + len(KINDS)), nn.Linear(3 * d + MX.shape[1], MY.shape[1])
    def forward(self, x, said, at, number, shape, shapes):
        n = x.shape[1]; seen = (x != 0)[:, None, None, :].expand(-1, -1, n, -1)
        z = self.dr(F.embedding(x, FourBits.apply(self.e.weight)) + self.p.weight[:n] + self.t((said != 0).long()))
        for block in self.b: z = block(z, seen)
        z = self.n(z); message = self.cm(torch.cat([self.dr(pool(z, said != 0)), 2 * shapes], -1))
        if len(at) == 0: return None, message
        return self.cs(torch.cat([self.dr(pool(z[at], said[at] == number[:, None])), 2 * shape], -1)), message
saved = np.load(base_file)
base = {k[2:]: torch.tensor(saved[k].astype(np.float32) * (saved["s." + k[2:]] if k[0] == "q" else 1)) for k in saved if k[0] in "qf"}
amp = lambda: torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda")

def learn(index, seed):
    torch.manual_seed(0); model = Ear().to(device); model.load_state_dict(base, strict=False)
    with torch.no_grad():
        for head in (model.cs, model.cm): head.weight.normal_(0, 0.02); head.bias.fill_(-2.0)
    torch.manual_seed(seed); chance = np.random.RandomState(seed); named = list(model.named_parameters())
    heads = [p for k, p in named if k[:2] in ("cs", "cm")]; rest = [p for k, p in named if k[:2] not in ("cs", "cm")]
    optimiser = torch.optim.AdamW([dict(params=[p for p in rest if p.ndim > 1], times=1), dict(params=[p for p in rest if p.ndim < 2], weight_decay=0, times=1), dict(params=heads, times=5)], lr=1e-4, weight_decay=0.05)
    steps, step = len(index) // BATCH, 0; ps, pm = put(np.float32([3, 2])), put(np.float32([1.5, 1, 3, 2, 2]))
    bce = lambda o, y, w: F.binary_cross_entropy_with_logits(o, y, reduction="none", pos_weight=w)
    model.train()
    for _ in range(EPOCHS):  # batches of like length
        order = index[np.argsort(length[index] + chance.uniform(0, 40, len(index)), kind="stable")]
        batches = [order[i * BATCH : (i + 1) * BATCH] for i in range(steps)]; chance.shuffle(batches)
        for b in batches:
            done = step / (steps * EPOCHS); step += 1; rate = RATE * min(1, done / 0.1 + 1e-3) * (1 - done)
            for group in optimiser.param_groups: group["lr"] = rate * group["times"]
            x, said, at, number, flat, r = batch(b); x = torch.where((torch.rand(x.shape, device=device) < HIDE) & (x > MASK), torch.full_like(x, MASK), x)
            with amp(): s, m = model(x, said, at, number, SX[flat], MX[r])
            lead = leading[torch.tensor(b, device=device)].float()
            loss = (bce(m.float(), MY[r], pm) * MW[r] * lead[:, None]).sum(0).div(len(b)).sum()
            if s is not None:
                s = s.float(); loss = loss + (bce(s[:, :2], SY[flat], ps) * SW[flat]).mean(0).sum(); known = SK[flat] >= 0
                if known.any(): loss = loss + 0.3 * F.cross_entropy(s[:, 2:][known], SK[flat][known], reduction="sum") / len(flat)
            optimiser.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(model.parameters(), 1.0); optimiser.step()
    return model
def together(models):
    states = [m.state_dict() for m in models]; models[0].load_state_dict({k: sum(s[k] for s in states) / len(states) for k in states[0]}); return models[0]
@torch.no_grad()
def listen(model, index, each, message):
    model.eval()
    for i in range(0, len(index), 256):
        b = index[i : i + 256]; x, said, at, number, flat, r = batch(b)
        with amp(): s, m = model(x, said, at, number, SX[flat], MX[r])
        if s is not None: each[flat.cpu().numpy()] = s[:, 0].float().cpu().numpy()
        message[row[b][leads[b]]] = m.float().cpu().numpy()[leads[b]]

fold = np.array([r["fold"] for r in rows]); check = np.array([r["split"] == "check" for r in rows])
each, message = np.full(len(sentences), -20.0), np.full((len(rows), MY.shape[1]), -20.0)
for f in range(fold.max() + 1):
    models = [learn(np.where((fold != f)[row] & ~check[row])[0], seed) for seed in range(3)]
    listen(together(models), np.where((fold == f)[row] & ~check[row])[0], each, message)
listen(together([learn(np.where(~check[row])[0], seed) for seed in range(4)]), np.where(check[row])[0], each, message)
flat = np.concatenate([np.concatenate([message[i, [0, 2, 4]], each[first[i] : first[i + 1]]]) for i in range(len(rows))])
np.clip(np.round(flat * 256), -32767, 32767).astype("<i2").tofile(f"{out}/margins.bin")
final = together([learn(np.arange(len(windows)), seed) for seed in range(4)])
np.savez(f"{out}/weights.npz", **{k: v.detach().cpu().half().numpy() for k, v in final.state_dict().items()})
