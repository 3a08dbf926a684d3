import { toFunctionSelector } from "viem/utils";
import type { Decoded } from "../decode-evm.ts";
import type { Comparison } from "../opinion.ts";
import { callsOf } from "./calls.ts";
import { controlFinding } from "./control-change.ts";
import { type Evidence, type Finding, gravestFirst, type Rule } from "./finding.ts";

/**
 * Functions in wide use that give others a right over tokens, and that Countersign does not read further; those that
 * change who is in control stand in control-change.ts. Sources: Permit2, EIP-2612, DAI, ERC-777, ERC-677, ERC-1363.
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
	].map((signature) => [toFunctionSelector(signature), signature]),
);

/** Our own simulation shows what the service's shows: then two know what the call does, whoever wrote it. */
export const isConfirmed = ({ verdict }: Comparison): boolean => verdict === "agrees" || verdict === "drifts";

const finding = (severity: Finding["severity"], words: string): Finding => ({
	id: "unknown-call",
	severity,
	words,
	needsWord: severity === "danger",
});

/** Whose word there is for what an unreadable call does, where no two agree. */
function knownFrom({ subject, opinion }: Evidence): string {
	const [service, own] = [subject.simulation !== null, opinion.own.state === "done"];
	if (service && own) return "The service's simulation and your own do not agree on what it does.";
	if (own) return "What it does is known only from your own simulation.";
	return service
		? "What it does is known only from the service's simulation."
		: "Nobody else tells what it does either.";
}

/** Functions that give others a right, or bytes beyond the arguments, need a word; the rest is told. */
function findingOf(decoded: Decoded, evidence: Evidence, what: string): Finding | null {
	const { meaning, call } = decoded;
	const { comparison } = evidence;
	if (meaning.kind === "calls" && meaning.left > 0)
		return finding("caution", `Countersign can't read all of ${what}: it holds ${meaning.left} more calls.`);
	// Only a router's format is sure at known contracts alone.
	if (meaning.kind === "calls" && !meaning.sure)
		return finding(
			isConfirmed(comparison) ? "info" : "caution",
			"This speaks like a Universal Router, but Countersign does not know the contract as one: it may do something else.",
		);
	// Foreign code that runs as an account is told by a rule of its own.
	if (meaning.kind !== "unknown" || meaning.reason === "delegate") return null;
	// A contract reads its arguments and leaves the rest: one byte more would hide a permission from every other rule.
	if (meaning.reason === "extra")
		return finding(
			"danger",
			"The data begins like a known call but holds more than its arguments, so Countersign does not trust that reading. The contract may carry out the known call all the same.",
		);
	const right = RIGHTS.get(call?.selector ?? "");
	if (right !== undefined)
		return finding(
			"danger",
			`The data begins like ${right}, which moves tokens or gives others a right over them. Countersign can't read it further.`,
		);
	return isConfirmed(comparison)
		? finding(
				"info",
				`Countersign can't read ${what}. What it does is known from the service's simulation and from your own, which agree.`,
			)
		: finding("caution", `Countersign can't read ${what}. ${knownFrom(evidence)}`);
}

/** We can't tell what a call does: only the words of the service and simulations remain. */
export const unknownCall: Rule = (evidence) => {
	const { subject } = evidence;
	const [top, ...inner] = callsOf(subject);
	const found = [top, ...inner].flatMap((call) => {
		if (call === undefined || controlFinding(subject.person, call) !== null) return [];
		const what = call === top ? "this call" : "one of the calls inside of this one";
		return findingOf(call.decoded, evidence, what) ?? [];
	});
	return gravestFirst(found)[0] ?? null;
};
