import fs from 'node:fs'; import { execFileSync, spawnSync } from 'node:child_process';
const [R, ...only] = process.argv.slice(2); const dir = new URL('../', import.meta.url).pathname;
const exp = JSON.parse(fs.readFileSync(dir + 'expected.json')); const rank = ['none', 'info', 'caution', 'danger', 'block'];
const rpc = ['--rpc', `1=http://127.0.0.1:${process.env.P1 || 18951}`, '--rpc', `8453=http://127.0.0.1:${process.env.P2 || 18952}`, '--rpc', `mainnet-beta=http://127.0.0.1:${process.env.SOL_PORT || 18953}`];
let bad = 0; const table = [];
const re = (p) => new RegExp(p.replace('(?i)', ''), p.startsWith('(?i)') ? 'iu' : 'u');
fs.mkdirSync(dir + 'out', { recursive: true });
for (const [name, e] of Object.entries(exp)) { if (only.length && !only.some((o) => name.startsWith(o))) continue;
  const go = (...x) => spawnSync('node', ['src/explain/main.ts', `${dir}${name}.json`, '--context', `${dir}${name}.context.json`, ...rpc, ...x], { cwd: R, encoding: 'utf8' });
  const j = go('--json'), t = go(); fs.writeFileSync(`${dir}out/${name}.out.json`, j.stdout); fs.writeFileSync(`${dir}out/${name}.txt`, t.stdout);
  const wrong = []; let o, r;
  try { o = JSON.parse(j.stdout); r = o.files[0].requests[0]; } catch { wrong.push('no JSON: ' + j.stdout + j.stderr); }
  if (o) { const outcome = o.outcome; if (!e.outcome.includes(outcome)) wrong.push(`outcome ${outcome}, expected ${e.outcome}`);
    if (r) { const top = Math.max(0, ...r.findings.map((f) => rank.indexOf(f.severity))); const top2 = r.outcome === 'refused' && top < 4 ? 4 : top;
      if (e.atLeast && top2 < rank.indexOf(e.atLeast)) wrong.push(`severity ${rank[top]}, expected at least ${e.atLeast}`);
      if (e.atMost && top > rank.indexOf(e.atMost)) wrong.push(`severity ${rank[top]}, expected at most ${e.atMost}`);
      if (e.word !== undefined && (r.approval.word !== null) !== e.word) wrong.push(`word ${r.approval.word}, expected ${e.word}`);
      const h = r.headline; for (const x of e.headlineContains ?? []) if (!h.includes(x)) wrong.push(`headline lacks “${x}”`);
      for (const x of e.headlineLacks ?? []) if (h.includes(x)) wrong.push(`headline has “${x}”`);
      if (e.headlineMatches && !re(e.headlineMatches).test(h)) wrong.push(`headline does not match ${e.headlineMatches}`);
      if (e.headlineLacksMatch && re(e.headlineLacksMatch).test(h)) wrong.push(`headline matches ${e.headlineLacksMatch}`);
      const all = (t.stdout + j.stdout).toLowerCase(); for (const x of e.saysSomewhere ?? []) if (!all.includes(x.toLowerCase())) wrong.push(`nowhere says “${x}”`);
      table.push(`${wrong.length ? 'WRONG' : 'ok   '} ${name}: ${outcome}/${rank[top]} word=${r.approval.word} | ${h}`); } else { table.push(`WRONG ${name}: ${outcome} ${JSON.stringify(o.files[0].faults)}`); wrong.push('unread'); } }
  if (wrong.length) { bad++; table.push(...wrong.map((x) => '        - ' + x)); } }
console.log(table.join('\n')); console.log(`${bad} wrong of ${Object.keys(exp).length}`); fs.writeFileSync(dir + 'out/table.txt', table.join('\n') + '\n');
