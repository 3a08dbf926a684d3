/** What the command-line tool `explain` says of a file. */
export const explain = {
	"explain.usage": `npm run explain -- FILE… [options]

Says what Countersign would say of a payload, without a window. Nothing is signed or sent.
FILE holds a commit view, an action event or an event page, as the service writes it (JSON).

  --rpc CHAIN=URL   the RPC of a chain, by decimal chain id or Solana cluster (1=https://…); may stand several times.
                    Without one nothing is simulated, and no transaction can be approved.
                    An address that holds a key better comes by the environment, since others on this computer can see
                    an argument list: COUNTERSIGN_RPC={variable}. An argument counts before it.
  --rules FILE      the rules to hold against it: {rules}
  --context FILE    accounts, contacts, whom the person dealt with before (see docs/explain.md)
  --json            prints JSON (docs/explain.schema.json) in place of text
  --schema          prints the JSON schema of what --json prints, and ends
  --help

Exit status, the worst of several files: 0 approvable, 3 approvable with a typed word, 4 refused,
2 unreadable, or the command itself can’t be run.`,
	"explain.fault": "The run met a fault of its own.",
	"explain.arguments": "The arguments can’t be read ({code}).",
	"explain.rpc-chain":
		"--rpc must name a chain: a decimal chain id, mainnet-beta, devnet, testnet or localnet.",
	"explain.rpc-address": "The address of an RPC must begin with https:// or http://.",
	"explain.rpc-form": "--rpc must be CHAIN=URL.",
	"explain.rpc-twice": "--rpc names one chain twice.",
	"explain.rpc-variable": "COUNTERSIGN_RPC must be JSON: chain id or cluster to RPC address.",
	"explain.no-file": "Give at least one FILE.",
	"explain.file-unread": "The {what, select, rules {rules} other {context}} file can’t be read: {path}",
	"explain.file-no-json": "The {what, select, rules {rules} other {context}} file is no JSON.",
	"explain.context-unusable": "The context file can’t be used: {reason}",
	"explain.rules-unusable": "The rules file can’t be used: it holds no rules of format 1.",
	"explain.unopened": "the file can’t be opened",
	"explain.slash": "the id of an action holds no slash",
	"explain.not-an-object": "it is no JSON object",
	"explain.not-known": "it is neither a commit view nor an action nor an event page",
	"explain.not-json": "it is no JSON",
	"explain.commit": "commit {commit}: {reason}",
	"explain.commit.no-id": "commit without an id: {reason}",
	"explain.event": "event {event}: {reason}",
	"explain.outcome":
		"{outcome, select, approvable {APPROVABLE} word {APPROVABLE WITH A WORD} refused {REFUSED} other {UNREADABLE}}",
	"explain.file": "{file}: {outcome}",
	"explain.unreadable": "unreadable: {fault}",
	"explain.no-signature": "It asks for no signature.",
	"explain.not-simulated":
		"No --rpc was given: nothing was simulated, and no transaction can be approved without it.",
	"explain.request": "{outcome}   {kind} {id}",
	"explain.headline": "Headline  {headline}",
	"explain.signer": "Signer    {signer}",
	"explain.verdict": "Verdict   {verdict}",
	"explain.verdict.matched": "matched: what you would sign is what was reviewed",
	"explain.verdict.refused":
		"refused: what you would sign is not what was reviewed, or nothing could be matched",
	"explain.verdict.unproven": "unproven: not every field could be checked",
	"explain.check": "{status} {field}: {words}",
	"explain.steps": "Steps",
	"explain.step": "{place}. {headline} ({simulation})",
	"explain.simulation":
		"{simulation, select, done {simulated on your RPC} failed {fails on your RPC} impossible {not simulated} none {nothing to simulate} other {not simulated in time}}",
	"explain.simulation.compared": "{simulation}, against the service’s: {comparison}",
	"explain.simulation.why": "{simulation}: {words}",
	"explain.claims": "Said by others",
	"explain.claim": "{said} ({vouched})",
	"explain.claim.of": "{said} ({vouched}, of {target})",
	"explain.claim.of-proxy": "{said} ({vouched}, of {target} (a proxy of {code}))",
	"explain.claim.arguments": "{claimant} describes the arguments",
	"explain.claim.says": "{claimant} says: “{intent}”",
	"explain.claim.row":
		"{kind, select, adds {the description adds: } left_out {not in the description: } other {}}{label}: {value}",
	"explain.effects": "Effects",
	"explain.effect":
		"{hasStep, select, true {step {step}: } other {}}{direction} {amount}{hasItem, select, true { item {item}} other {}} ({mine, select, true {yours} other {{account}}}{hasOther, select, true {, other side {other}} other {}}; {source})",
	"explain.permissions": "Allowances",
	"explain.permission": "step {step}: {words} ({source})",
	"explain.findings": "Findings",
	"explain.finding": "{severity} {id}: {words}",
	"explain.costs": "Costs     at most {amount}. {words}",
	"explain.rules": "Rules",
	"explain.rule": "{answer}: {name}",
	"explain.rule.why": "{answer}: {name}: {words}",
	"explain.approval":
		"Approval  {possible, select, yes {possible} later {not possible now} other {not possible}}",
	"explain.approval.word":
		"Approval  {possible, select, yes {possible} later {not possible now} other {not possible}}, by typing {word}",
} as const;
