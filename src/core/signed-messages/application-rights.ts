import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import type { CallRight } from "../decode/evm/meaning.ts";
import type { ContractFamily } from "../decode/evm/protocols/act.ts";
import { AAVE_DEBT, COMET, MORPHO } from "../decode/evm/protocols/lending.ts";
import { isUnlimited, shortAddress } from "../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import { describeRight } from "../describe/evm/describe-act.ts";
import { LABEL } from "../format/labels.ts";
import type { Hex } from "../format/numeral.ts";
import { message } from "../localized-text.ts";
import { kindOf, memberAt, type TypedKind } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { addressAt, boolAt, type SignedReading, wholeAt } from "../signed/reading.ts";
import { carriedCall } from "./carried-call.ts";
import {
	addressText,
	danger,
	type MessageContext,
	type MessageExplanation,
	row,
	untilRow,
} from "./explanation.ts";

interface RightForm {
	readonly family: ContractFamily;
	readonly holder: string;
	readonly until: string;
	readonly right: (message: TypedData["message"], holder: Hex) => CallRight;
}

const overAccount =
	(given: string): RightForm["right"] =>
	(message, holder) => ({ holder, given: boolAt(message, given), over: "account", amount: null });

const FORMS: Readonly<Partial<Record<TypedKind, RightForm>>> = {
	morpho_authorization: {
		family: MORPHO,
		holder: "authorized",
		until: "deadline",
		right: overAccount("isAuthorized"),
	},
	compound_authorization: {
		family: COMET,
		holder: "manager",
		until: "expiry",
		right: overAccount("isAllowed"),
	},
	credit_delegation: {
		family: AAVE_DEBT,
		holder: "delegatee",
		until: "deadline",
		right: (message, holder) => {
			const amount = wholeAt(message, "value");
			return { holder, given: amount > 0n, over: "debt", amount: isUnlimited(amount) ? null : amount };
		},
	},
};

/**
 * The contract must be the application's own, because any other contract can interpret the same fields
 * differently.
 */
function readerFinding(context: MessageContext, reader: string, app: string): Finding {
	const who = nameParam(context.user, reader);
	return doubt(danger("domain-contract", message("finding.domain-contract.application", { who, app })));
}

export function applicationRight(context: MessageContext, data: TypedData): MessageExplanation {
	const kind = kindOf(data);
	const form = kind === null ? undefined : FORMS[kind];
	if (form === undefined) throw new Error("the typed data has no right");
	const { user } = context;
	const reader = data.domain.verifyingContract ?? ZERO_ADDRESS;
	const contract = contractsOf(String(data.domain.chainId ?? "")).at(reader);
	const isKnown = contract?.family === form.family;
	const app = isKnown ? contract.app : shortAddress(reader);
	const right = form.right(data.message, addressAt(data.message, form.holder));
	const { holder, given } = right;
	const text = describeRight(context, { app }, right);
	return {
		headline: { text, known: true, amount: null },
		rows: [
			row(LABEL.mayAct, addressText(user, holder), given ? "danger" : "plain"),
			untilRow(context, LABEL.usedUntil, wholeAt(data.message, form.until)),
		],
		permissions: [
			{
				spender: holder,
				token: reader,
				kind: "right",
				amount: null,
				unlimited: false,
				grants: given,
				text: message(given ? "allow.right" : "allow.right.take-back", { right: text }),
				source: "decoded",
			},
		],
		findings: [...(isKnown ? [] : [readerFinding(context, reader, form.family.app)])],
	};
}

export function eulerPermit(
	context: MessageContext,
	data: TypedData,
	reading: SignedReading,
): MessageExplanation {
	const explained = carriedCall(context, data);
	const [right] = reading.rights;
	if (right === undefined || right.extent === 0n) return explained;
	const who = nameParam(context.user, right.holder);
	return {
		...explained,
		headline: { text: message("message.acts-as-account", { who }), known: true, amount: null },
		rows: [row(LABEL.mayAct, addressText(context.user, right.holder), "danger"), ...explained.rows],
	};
}

const HOLDERS: ReadonlySet<string> = new Set([
	"agent",
	"authorized",
	"delegate",
	"delegatee",
	"grantee",
	"holder",
	"manager",
	"operator",
	"relayer",
	"spender",
]);

export function namedHolder({ tree, message }: TypedData): string | null {
	const isPermission = tree.some(({ type }) => type === "bool");
	const holder = tree.find(({ name, type }) => type === "address" && HOLDERS.has(name));
	const value = isPermission && holder !== undefined ? memberAt(message, holder.name) : undefined;
	return typeof value === "string" ? value : null;
}
