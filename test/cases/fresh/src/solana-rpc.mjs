// A small RPC over litesvm, on 127.0.0.1. Says that it is mainnet-beta, so that the listed tokens are known.
import http from 'node:http';
import { LiteSVM } from 'litesvm';
import { getTransactionDecoder, getCompiledTransactionMessageDecoder } from '@solana/kit';
import { world, ATA, b58, PROGRAM } from './solana-world.mjs';
const PORT = Number(process.env.SOL_PORT || 18953);
const svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false);
svm.setClock(Object.assign(svm.getClock(), { unixTimestamp: 1795800300n }));
for (const a of world()) svm.setAccount(a);
const SLOT = 380000000;
const acc = (x, enc) => { if (!x || x.exists === false) return null; const d = Buffer.from(x.data);
  return { lamports: Number(x.lamports), owner: x.programAddress, executable: x.executable, rentEpoch: 0, space: d.length,
    data: enc === 'jsonParsed' || enc === 'base64' || !enc ? [d.toString('base64'), 'base64'] : [d.toString('base64'), 'base64'] }; };
const ctx = (value) => ({ context: { slot: SLOT, apiVersion: '3.0.0' }, value });
const errOf = (e) => { const s = e.toString(); return s; };
function simulate(b64, o = {}) {
  const bytes = Buffer.from(b64, 'base64'); const tx = getTransactionDecoder().decode(bytes);
  const r = svm.simulateTransaction(tx);
  const failed = typeof r.err === 'function'; const meta = r.meta();
  const want = o.accounts?.addresses ?? [];
  let post = new Map();
  if (!failed) for (const p of r.postAccounts()) post.set(p.address, p);
  const accounts = want.map((a) => acc(post.get(a) ?? svm.getAccount(a), o.accounts?.encoding));
  let inner = null;
  try { inner = meta.innerInstructions().map((l, i) => ({ index: i, instructions: l.map((x) => { const c = x.instruction(); return { programIdIndex: c.programIdIndex(), accounts: [...c.accounts()], data: b58(c.data()), stackHeight: x.stackHeight() }; }) })).filter((x) => x.instructions.length); } catch (e) { inner = []; }
  return ctx({ err: failed ? { InstructionError: [0, errOf(r.err())] } : null, logs: meta.logs(), accounts: o.accounts ? accounts : null,
    unitsConsumed: Number(meta.computeUnitsConsumed()), returnData: null, innerInstructions: o.innerInstructions ? inner : null, loadedAccountsDataSize: 1000,
    replacementBlockhash: o.replaceRecentBlockhash ? { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 360000150 } : undefined });
}
function fee(msgB64) { const m = getCompiledTransactionMessageDecoder().decode(Buffer.from(msgB64, 'base64')); let price = 0n, limit = 0n, units = 0n;
  for (const i of m.instructions) { const p = m.staticAccounts[i.programAddressIndex]; const d = Buffer.from(i.data ?? []);
    if (p === PROGRAM.budget) { if (d[0] === 2) limit = BigInt(d.readUInt32LE(1)); if (d[0] === 3) price = d.readBigUInt64LE(1); } else units += 200000n; }
  const cu = limit || units; return 5000n * BigInt(m.header.numSignerAccounts) + (price * cu + 999999n) / 1000000n; }
const M = {
  getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', getHealth: () => 'ok', getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 1 }),
  getSlot: () => SLOT, getBlockHeight: () => 360000000, getBlockTime: () => 1795800300, getEpochInfo: () => ({ absoluteSlot: SLOT, blockHeight: 360000000, epoch: 900, slotIndex: 1000, slotsInEpoch: 432000, transactionCount: 1 }),
  getLatestBlockhash: () => ctx({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: 360000150 }), isBlockhashValid: () => ctx(true),
  getAccountInfo: (a, o) => ctx(acc(svm.getAccount(a), o?.encoding)), getMultipleAccounts: (l, o) => ctx(l.map((a) => acc(svm.getAccount(a), o?.encoding))),
  getBalance: (a) => ctx(Number(svm.getBalance(a) ?? 0n)), getMinimumBalanceForRentExemption: (n) => Number(svm.minimumBalanceForRentExemption(BigInt(n))),
  getRecentPrioritizationFees: () => [{ slot: SLOT, prioritizationFee: 1000 }, { slot: SLOT - 1, prioritizationFee: 5000 }], getFeeForMessage: (m) => ctx(Number(fee(m))),
  simulateTransaction: (b, o) => simulate(b, o), getSignatureStatuses: (l) => ctx(l.map(() => null)), getSignaturesForAddress: () => [],
  getTokenAccountsByOwner: () => ctx([]), getFirstAvailableBlock: () => 0, getStakeMinimumDelegation: () => ctx(1),
};
http.createServer((q, s) => { let b = ''; q.on('data', (c) => (b += c)); q.on('end', () => {
  const one = (r) => { if (process.env.SOL_LOG) console.log(r.method, JSON.stringify(r.params)?.slice(0, 300)); const f = M[r.method]; try { return f ? { jsonrpc: '2.0', id: r.id, result: f(...(r.params ?? [])) } : (console.log('unknown', r.method), { jsonrpc: '2.0', id: r.id, error: { code: -32601, message: 'Method not found' } }); } catch (e) { console.log(r.method, e); return { jsonrpc: '2.0', id: r.id, error: { code: -32603, message: String(e) } }; } };
  let j; try { j = JSON.parse(b); } catch { s.writeHead(400); return s.end(); }
  s.setHeader('content-type', 'application/json'); s.end(JSON.stringify(Array.isArray(j) ? j.map(one) : one(j), (k, v) => (typeof v === 'bigint' ? Number(v) : v))); }); }).listen(PORT, '127.0.0.1', () => console.log('solana on', PORT));
