// Not part of the blind set, written after its run: the same requests with a gas limit of about 1.3 times what is used, and probes of what was found.
import fs from 'node:fs'; import { spawnSync } from 'node:child_process';
const R = process.argv[2] || '${COUNTERSIGN:-../..}'; const dir = new URL('../', import.meta.url).pathname;
const gas = { h01: [61000], h02: [60000, 135000, 60000], h03: [125000], h04: [141000], h05: [63000], h07: [30000], h08: [90000], h09: [165000], g01: [46000], g02: [60000, 135000], g03: [40000], g04: [75000], g06: [106000] };
const rpc = ['--rpc', 'http://x'].length && ['--rpc', `1=http://127.0.0.1:${process.env.P1 || 18951}`, '--rpc', `8453=http://127.0.0.1:${process.env.P2 || 18952}`, '--rpc', `mainnet-beta=http://127.0.0.1:${process.env.SOL_PORT || 18953}`];
const names = fs.readdirSync(dir).filter((x) => /^[hg]\d\d.*(?<!context)\.json$/.test(x)).map((x) => x.slice(0, -5)).sort();
const of = (k) => names.find((x) => x.startsWith(k)); const load = (k) => JSON.parse(fs.readFileSync(dir + of(k) + '.json'));
const tune = (j, g) => { j.request.transactions.forEach((t, i) => (t.gas = String(g[i]))); return j; };
const list = Object.entries(gas).map(([k, g]) => [of(k) + '.gas', k, tune(load(k), g)]);
list.push(['h02.steered', 'h02', tune(load('h02'), [200000, 135000, 60000])]);
{ const j = tune(load('g01'), [46000]); j.request.transactions[0].data = j.request.transactions[0].data.slice(0, 2 + 8 + 128); list.push(['g01.without-tag', 'g01', j]); }
{ const j = load('h18'); j.request.simulation.fees = []; list.push(['h18.no-fees', 'h18', j]); }
{ const j = load('g07'); j.request.payloads[0].typed_data.message.deadline = String(j.request.payloads[0].typed_data.message.deadline); j.request.payloads[0].typed_data.message.value = '50000000'; list.push(['g07.decimal', 'g07', j]); }
const only = process.argv.slice(3);
for (const [name, k, j] of list) { if (only.length && !only.some((o) => name.startsWith(o))) continue; fs.writeFileSync(`${dir}diagnostic/${name}.json`, JSON.stringify(j, null, 1));
  const t = spawnSync('node', ['src/explain/main.ts', `${dir}diagnostic/${name}.json`, '--context', `${dir}${of(k)}.context.json`, ...rpc], { cwd: R, encoding: 'utf8' }); fs.writeFileSync(`${dir}diagnostic/${name}.txt`, t.stdout); console.log(t.stdout); }
