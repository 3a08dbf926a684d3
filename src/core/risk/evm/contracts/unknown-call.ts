import { toFunctionSelector } from "viem/utils";
import { contractsOf } from "../../../decode/evm/contracts.ts";
import type { Decoded } from "../../../decode/evm/decode-evm.ts";
import { namesRight, possibleFunction } from "../../../decode/evm/selectors.ts";
import { callsOf, type MadeCall } from "../../../effects/evm/calls.ts";
import { namedControlOf } from "../../../effects/evm/named-control.ts";
import { WRAPPERS } from "../../../explain/evm/call-text.ts";
import { type Message, message, type Param, sentences } from "../../../message.ts";
import { takesValidatorRequests } from "../../../subject/known-accounts.ts";
import type { Comparison } from "../../../subject/opinion.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import { type Evidence, type Finding, type FindingRule, gravestFirst } from "../../finding.ts";
import { isOwn } from "../calls.ts";

/**
 * Functions in wide use that give others a right over tokens, and that Countersign does not read further; those that
 * change who is in control stand in effects/evm/named-control.ts. Sources: Permit2, EIP-2612, DAI, ERC-777, ERC-677,
 * ERC-1363, ds-proxy.
 */
const RIGHTS: ReadonlyMap<string, string> = new Map(
	[
		"approve(address,address,uint160,uint48)",
		"permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
		"permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)",
		"permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
		"permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)",
		"increaseApproval(address,uint256)",
		"approveAndCall(address,uint256)",
		"approveAndCall(address,uint256,bytes)",
		"transferAndCall(address,uint256)",
		"transferAndCall(address,uint256,bytes)",
		"send(address,uint256,bytes)",
		"authorizeOperator(address)",
		// A ds-proxy runs the code at the address as itself.
		"execute(address,bytes)",
		"execute(bytes,bytes)",
	].map((signature) => [toFunctionSelector(signature), signature]),
);

/** A known function whose bytes are not exactly its arguments. */
const MISFORMED: ReadonlyMap<string, Message> = new Map([
	["cut", message("finding.unknown-call.cut")],
	["loose", message("finding.unknown-call.loose")],
	["extra", message("finding.unknown-call.extra")],
]);

/** Both show the same effects, and at least one: two know what they look at, whoever wrote the call. */
export const isConfirmed = ({ verdict }: Comparison): boolean => verdict === "agrees" || verdict === "drifts";

const finding = (severity: Finding["severity"], text: Message): Finding => ({
	id: "unknown-call",
	isDoubt: true,
	severity,
	text,
	needsWord: severity === "danger",
});

/** What no simulation looks at, whatever it shows. */
const notLookedAt = (where: Param) => message("finding.unknown-call.not-looked-at", { where });

/** Whose word there is for what an unreadable call does, where no two agree. */
function knownFrom({ subject, comparison, opinion }: Evidence, where: Param): Message {
	const [service, own] = [subject.simulation !== null, opinion.own.state === "done"];
	if (comparison.verdict === "unseen")
		return sentences(message("finding.unknown-call.unseen"), notLookedAt(where));
	if (service && own) return sentences(message("finding.unknown-call.disagree"), notLookedAt(where));
	if (own) return message("finding.unknown-call.own-alone", { where });
	return message(service ? "finding.unknown-call.service-alone" : "finding.unknown-call.nobody");
}

/** The contract is known by its address to keep nothing that the simulations do not look at. */
const keepsItems = ({ chainRef }: Evidence["subject"], { target, meaning }: Decoded): boolean =>
	meaning.kind === "unknown" && contractsOf(chainRef).at(target)?.family.keepsItems === true;

/** A call of which only simulations tell: two that agree on what they see are the most that there is. */
function unread(evidence: Evidence, decoded: Decoded, lead: Message): Finding {
	const { comparison, subject } = evidence;
	const where = nameParam(subject.user, decoded.target);
	if (comparison.verdict === "running")
		return finding("caution", sentences(lead, message("finding.unknown-call.not-simulated-yet")));
	if (isConfirmed(comparison) && keepsItems(subject, decoded))
		return finding("info", sentences(lead, message("finding.unknown-call.keeps-nothing", { where })));
	return isConfirmed(comparison)
		? finding("caution", sentences(lead, message("finding.unknown-call.agree"), notLookedAt(where)))
		: finding("danger", sentences(lead, knownFrom(evidence, where)));
}

/** A function that gives others a right, or seems to by its name. */
function rightText({ call, meaning, target }: Decoded): Message | null {
	if (takesValidatorRequests(target)) return message("finding.unknown-call.validator");
	const selector = call?.selector ?? "";
	const right = RIGHTS.get(selector);
	if (right !== undefined) return message("finding.unknown-call.right", { signature: right });
	const possible =
		meaning.kind === "unknown" && meaning.reason === "selector" ? possibleFunction(selector) : null;
	return possible === null || !namesRight(possible)
		? null
		: message("finding.unknown-call.possible-right", { signature: possible });
}

/** Functions that give others a right, bytes beyond the arguments, and what nobody has seen need a word. */
function findingOf(decoded: Decoded, evidence: Evidence, isInner: boolean): Finding | null {
	const { meaning } = decoded;
	const { comparison, subject } = evidence;
	if (meaning.kind === "calls") {
		if (meaning.left > 0)
			return unread(
				evidence,
				decoded,
				isInner
					? message("finding.unknown-call.more-calls-inside", { count: meaning.left })
					: message("finding.unknown-call.more-calls", { count: meaning.left }),
			);
		if (meaning.sure && meaning.verified) return null;
		// The payload reads as what it need not do, so that agreement alone does not outweigh the words on the screen.
		const lead = message("finding.unknown-call.unverified", { like: WRAPPERS[meaning.way] });
		return comparison.verdict === "running" || !isConfirmed(comparison)
			? unread(evidence, decoded, lead)
			: finding("danger", sentences(lead, notLookedAt(nameParam(subject.user, decoded.target))));
	}
	// Foreign code that runs as an account is told by a rule of its own.
	if (meaning.kind !== "unknown" || meaning.reason === "delegate") return null;
	// The contract may carry it out all the same: such bytes would hide a permission from every other rule.
	const misformed = MISFORMED.get(meaning.reason);
	if (misformed !== undefined) return finding("danger", misformed);
	const right = rightText(decoded);
	return right === null
		? unread(evidence, decoded, message(isInner ? "finding.unknown-call.inside" : "finding.unknown-call"))
		: finding("danger", right);
}

/** The rule on control speaks of it. */
function isControl(user: User, call: MadeCall): boolean {
	const named = namedControlOf(call);
	return named !== null && (named.holder === null || !isOwn(user, named.holder));
}

/** We can't tell what a call does: only the words of the service and simulations remain. */
export const unknownCall: FindingRule = (evidence) => {
	const { subject } = evidence;
	const [top, ...inner] = callsOf(subject);
	const found = [top, ...inner].flatMap((call) => {
		if (call === undefined || isControl(subject.user, call)) return [];
		return findingOf(call.decoded, evidence, call !== top) ?? [];
	});
	return gravestFirst(found)[0] ?? null;
};
