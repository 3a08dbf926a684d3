import { message } from "../../../message.ts";
import { isOwn } from "../../../subject/svm/held.ts";
import { block, danger, meaningsOf, type SvmRule } from "../finding.ts";

/** A signature over a durable nonce never ends: it could be used at any later time. */
export const durableNonce: SvmRule = ({ subject }) => {
	const nonces = meaningsOf(subject.steps, "nonce");
	if (nonces.some(({ what }) => what === "advance"))
		return block("durable-nonce", message("finding.durable-nonce"));
	const given = nonces.find(
		({ what, to }) =>
			(what === "authorize" || what === "withdraw" || what === "initialize") &&
			to !== null &&
			!isOwn(subject, to),
	);
	if (given === undefined) return null;
	return danger("nonce-account", message("finding.nonce-account"), given.to ?? undefined);
};
