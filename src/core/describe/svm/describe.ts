import { byKind } from "../../by-kind.ts";
import { tipAccountOf } from "../../chain/tip-accounts.ts";
import { decodeInnerSvm, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { AuthorityKind, AuthorityRole, AuthorityTarget, SvmMeaning } from "../../decode/svm/meaning.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import {
	accountOf,
	closedBefore,
	holderOf,
	mintAmount,
	mintFor,
	openedHere,
	type SvmContext,
	svmNameParam,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { plain } from "../../format/plain.ts";
import { amountParam, inner, type Message, message, type Param, type Text } from "../../localized-text.ts";
import { joined } from "../joined.ts";
import { type AppSentence, behind, describeApp } from "./describe-app.ts";

export type { AppSentence } from "./describe-app.ts";

const none = (text: Message): AppSentence => ({ text, amount: null });

type Of<Kind extends SvmMeaning["kind"]> = Extract<SvmMeaning, { kind: Kind }>;

const sol = (context: SvmContext, lamports: bigint) => nativeAmount(context.chainRef, lamports);
const solParam = (context: SvmContext, lamports: bigint) => amountParam(sol(context, lamports));
const solOrAll = (context: SvmContext, lamports: bigint | null): Param =>
	lamports === null ? message("svm.all-loose") : solParam(context, lamports);

function transfer(context: SvmContext, meaning: Of<"token_transfer">): AppSentence {
	const mint = mintFor(context, meaning.source, meaning.mint) ?? mintFor(context, meaning.destination, null);
	const found = mintAmount(context.facts, mint, meaning.amount);
	const opens = openedHere(context.steps, meaning.destination);
	const isThere = (accountOf(context.facts, meaning.destination) ?? null) !== null;
	const [amount, to] = [amountParam(found), behind(context, meaning.destination)];
	const text =
		meaning.authority === context.signer
			? message("svm.send", { amount, to })
			: message("svm.move", { amount, from: behind(context, meaning.source), to });
	const plainly = opens === null || isThere || opens.owner === context.signer;
	return { text: plainly ? text : message("svm.opens-for-them", { told: text }), amount: found };
}

function lamports(context: SvmContext, meaning: Of<"lamports">, step: SvmStep): AppSentence {
	const found = sol(context, meaning.lamports);
	const amount = amountParam(found);
	const holder = closedBefore(context, meaning.to, step) ? null : holderOf(context, meaning.to);
	const account = svmNameParam(context.user, meaning.to);
	const to =
		holder === null
			? account
			: message("svm.token-account-of", { account, holder: svmNameParam(context.user, holder) });
	const service = tipAccountOf(meaning.to);
	const text =
		meaning.from !== context.signer
			? message("svm.move", { amount, from: svmNameParam(context.user, meaning.from), to })
			: service === null
				? message("svm.send", { amount, to })
				: message("svm.tip", { amount, service });
	return { text, amount: found };
}

type RightOver = (account: Text) => Message;

const ROLES: Readonly<Record<AuthorityKind, RightOver>> = {
	mint: (account) => message("svm.right.mint", { account }),
	freeze: (account) => message("svm.right.freeze", { account }),
	owner: (account) => message("svm.right.owner", { account }),
	close: (account) => message("svm.right.close", { account }),
	other: (account) => message("svm.right.other", { account }),
};

const given = (to: Text | null, what: Message): Message =>
	to === null ? message("svm.give-up", { what }) : message("svm.give", { to, what });

function authority({ user }: SvmContext, { account, role, to }: Of<"token_authority">): Message {
	return given(to === null ? null : svmNameParam(user, to), ROLES[role](svmNameParam(user, account)));
}

function nonce(context: SvmContext, { what, account: key, to, lamports }: Of<"nonce">): Message {
	const { user } = context;
	const account = svmNameParam(user, key);
	switch (what) {
		case "advance":
			return message("svm.nonce.advance", { account });
		case "withdraw":
			return message("svm.nonce.withdraw", {
				amount: solParam(context, lamports ?? 0n),
				account,
				to: svmNameParam(user, to ?? ""),
			});
		case "authorize":
			return message("svm.nonce.authorize", { to: svmNameParam(user, to ?? ""), account });
		default:
			return message("svm.nonce.set-up", { account });
	}
}

const RULED: Readonly<Record<AuthorityTarget | "lookup_table" | "fees", RightOver>> = {
	stake: (account) => message("svm.ruled.stake", { account }),
	vote: (account) => message("svm.ruled.vote", { account }),
	program: (account) => message("svm.ruled.program", { account }),
	lookup_table: (account) => message("svm.ruled.lookup-table", { account }),
	fees: (account) => message("svm.ruled.token", { account }),
};

const RULES: Readonly<Record<AuthorityRole, (what: Message) => Message>> = {
	withdraw: (what) => message("svm.rule.withdraw", { what }),
	stake: (what) => message("svm.rule.stake", { what }),
	vote: (what) => message("svm.rule.vote", { what }),
	identity: (what) => message("svm.rule.identity", { what }),
	upgrade: (what) => message("svm.rule.upgrade", { what }),
};

function control({ user }: SvmContext, { of, account, role, to }: Of<"control">): Message {
	const what = RULES[role](RULED[of](svmNameParam(user, account)));
	return given(to === null ? null : svmNameParam(user, to), what);
}

const LAST_SECOND = 8_640_000_000_000n;

function untilOf(time: bigint | null, epoch: bigint | null): readonly Text[] {
	return [
		...(time === null || time <= 0n
			? []
			: time > LAST_SECOND
				? [message("svm.until.end-of-time")]
				: [new Date(Number(time) * 1000).toISOString().slice(0, 10)]),
		...(epoch === null || epoch === 0n ? [] : [message("svm.until.epoch", { epoch: String(epoch) })]),
	];
}

function lockup(
	{ user }: SvmContext,
	custodian: string | null,
	time: bigint | null,
	epoch: bigint | null,
): Message {
	const until = untilOf(time, epoch);
	const who = custodian === null ? message("svm.lockup.its-custodian") : svmNameParam(user, custodian);
	if (until.length > 0) return message("svm.lockup.until", { until, who });
	return custodian === null ? message("svm.lockup.ends") : message("svm.lockup.custodian", { who });
}

function rule(context: SvmContext, { of, account, withdrawer, staker, lockup: locked }: Of<"rule">): Message {
	const { user } = context;
	const what = RULED[of](svmNameParam(user, account));
	const text =
		staker === withdrawer
			? message(of === "stake" ? "svm.set-up.stake" : "svm.set-up.vote", {
					what,
					who: svmNameParam(user, withdrawer),
				})
			: message(of === "stake" ? "svm.set-up.stake.two" : "svm.set-up.vote.two", {
					what,
					withdrawer: svmNameParam(user, withdrawer),
					second: svmNameParam(user, staker),
				});
	if (locked === null) return text;
	return message("svm.set-up.locked", {
		told: text,
		lockup: lockup(context, locked.custodian, locked.time, locked.epoch),
	});
}

function stakeState(context: SvmContext, account: string): Message | null {
	const found = accountOf(context.facts, account);
	if (found?.data.kind !== "stake") return null;
	const held = solParam(context, found.lamports);
	const { delegation } = found.data;
	if (delegation === undefined) return message("svm.stake.idle", { held });
	const validator = svmNameParam(context.user, delegation.voter);
	return delegation.endsIn === null
		? message("svm.stake.active", { held, validator })
		: message("svm.stake.ends", { held, validator, epoch: String(delegation.endsIn) });
}

function withdraw(context: SvmContext, { of, account, to: key, lamports: raw }: Of<"withdraw">): AppSentence {
	const { user } = context;
	const from = RULED[of](svmNameParam(user, account));
	if (of === "fees") return none(message("svm.withdraw.fees", { from, to: behind(context, key) }));
	const to = svmNameParam(user, key);
	const state = of === "stake" ? stakeState(context, account) : null;
	const text =
		of === "lookup_table"
			? message("svm.withdraw.lookup-table", { from, to })
			: message("svm.withdraw", {
					amount: solOrAll(context, raw),
					from: state === null ? from : message("svm.stake.with-state", { from, state }),
					to,
				});
	return { text, amount: raw === null ? null : sol(context, raw) };
}

function create(context: SvmContext, meaning: Of<"create">): AppSentence {
	const { user } = context;
	const amount = sol(context, meaning.lamports);
	const text = message("svm.create", {
		account: svmNameParam(user, meaning.account),
		amount: amountParam(amount),
		program: svmNameParam(user, meaning.owner),
	});
	return { text, amount };
}

function unknown({ user }: SvmContext, { programId, program }: SvmStep, reason: "program" | "data"): Message {
	if (reason === "program") return message("svm.unknown.program", { program: svmNameParam(user, programId) });
	return program === null ? message("svm.unknown.call") : message("svm.unknown.data", { program });
}

function describeProposal(context: SvmContext, proposed: readonly SvmStep[]): Message {
	const held = { ...context, steps: proposed };
	return joined(proposed.map((step) => describeStep(held, step).text));
}

function app(context: SvmContext, meaning: Of<"app">): AppSentence {
	const sentence = describeApp(context, meaning);
	if (meaning.proposed.length === 0) return sentence;
	const what = inner(describeProposal(context, meaning.proposed.flatMap(decodeInnerSvm)));
	return { ...sentence, text: message("svm.app.proposes", { told: sentence.text, what }) };
}

export function describeStep(context: SvmContext, step: SvmStep): AppSentence {
	const { meaning } = step;
	const { user, facts } = context;
	return byKind(meaning, {
		unknown: (meaning) => none(unknown(context, step, meaning.reason)),
		app: (meaning) => app(context, meaning),
		budget: (meaning) => none(meaning.what),
		memo: (meaning) => none(message("svm.memo", { text: plain(meaning.text, 80) })),
		lamports: (meaning) => lamports(context, meaning, step),
		create: (meaning) => create(context, meaning),
		assign: (meaning) =>
			none(
				message("svm.assign", {
					account: svmNameParam(user, meaning.account),
					program: svmNameParam(user, meaning.owner),
				}),
			),
		nonce: (meaning) => none(nonce(context, meaning)),
		token_transfer: (meaning) => transfer(context, meaning),
		token_approve: (meaning) => {
			const mint = mintFor(context, meaning.source, meaning.mint);
			const amount = mintAmount(facts, mint, meaning.amount);
			const who = svmNameParam(user, meaning.delegate);
			return { text: message("svm.approve", { who, amount: amountParam(amount) }), amount };
		},
		token_revoke: (meaning) => none(message("svm.revoke", { account: svmNameParam(user, meaning.source) })),
		token_authority: (meaning) => none(authority(context, meaning)),
		token_mint: (meaning) => {
			const amount = mintAmount(facts, meaning.mint, meaning.amount);
			const who = behind(context, meaning.destination);
			return { text: message("svm.mint", { amount: amountParam(amount), who }), amount };
		},
		token_burn: (meaning) => {
			const amount = mintAmount(facts, meaning.mint, meaning.amount);
			return { text: message("svm.burn", { amount: amountParam(amount) }), amount };
		},
		token_close: (meaning) =>
			none(
				message("svm.close", {
					account: svmNameParam(user, meaning.account),
					to: svmNameParam(user, meaning.to),
				}),
			),
		token_unwrap: (meaning) =>
			none(
				message("svm.unwrap", {
					amount: solOrAll(context, meaning.lamports),
					account: svmNameParam(user, meaning.account),
					to: svmNameParam(user, meaning.to),
				}),
			),
		token_freeze: (meaning) => {
			const account = svmNameParam(user, meaning.account);
			return none(message(meaning.frozen ? "svm.freeze" : "svm.thaw", { account }));
		},
		token_open: (meaning) => none(message("svm.open-account", { owner: svmNameParam(user, meaning.owner) })),
		withdraw: (meaning) => withdraw(context, meaning),
		control: (meaning) => none(control(context, meaning)),
		lockup: (meaning) => {
			const { stake, custodian, time, epoch } = meaning;
			const text = lockup(context, custodian, time, epoch);
			return none(message("svm.lockup", { stake: svmNameParam(user, stake), lockup: text }));
		},
		rule: (meaning) => none(rule(context, meaning)),
		other: (meaning) => none(meaning.text),
	});
}
