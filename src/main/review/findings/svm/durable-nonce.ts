import { block, danger, meaningsOf, type SvmRule } from "./finding.ts";

/** A signature over a durable nonce never ends: it could be used at any later time. */
export const durableNonce: SvmRule = ({ subject }) => {
	const nonces = meaningsOf(subject.steps, "nonce");
	if (nonces.some(({ what }) => what === "advance"))
		return block(
			"durable-nonce",
			"This uses a durable nonce, with which the signature would never end, so Countersign does not sign it.",
		);
	const given = nonces.find(
		({ what, to }) =>
			(what === "authorize" || what === "withdraw") && to !== null && !subject.person.accounts.includes(to),
	);
	if (given === undefined) return null;
	return danger("nonce-account", "This gives a nonce account, or the SOL in it, to somebody else.");
};
