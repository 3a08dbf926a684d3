import { byKind } from "../../by-kind.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message, type Param } from "../../localized-text.ts";
import type { OpenTerms } from "../../signed/reading.ts";
import { type AtStake, doubt, type Finding, newFinding } from "../finding.ts";

type Name = (address: string) => Param;

function textOf(terms: OpenTerms, name: Name): Message {
	return byKind(terms, {
		extension: () => message("finding.terms-elsewhere.extension"),
		settler: (terms) => {
			const [who, reactor] = [name(terms.spender), name(terms.reactor)];
			return terms.spender === terms.reactor
				? message("finding.terms-elsewhere.settler", { who })
				: message("finding.terms-elsewhere.other-settler", { who, reactor });
		},
		condition: (terms) => message("finding.terms-elsewhere.condition", { name: plain(terms.name, 64) }),
		list: () => message("finding.terms-elsewhere.list"),
		side: () => message("finding.terms-elsewhere.side"),
		signer: (terms) => message("finding.terms-elsewhere.signer", { who: name(terms.address) }),
		payment: () => message("finding.terms-elsewhere.payment"),
		action: (terms) => message("finding.terms-elsewhere.action", { app: terms.app, chain: terms.chain }),
	});
}

function atStakeOf(terms: OpenTerms): AtStake | null {
	switch (terms.kind) {
		case "settler":
			return { kind: "address", address: terms.spender };
		case "action":
			return { kind: "application", name: terms.app };
		default:
			return null;
	}
}

export function unsignedTerms(terms: OpenTerms | null, name: Name): Finding | null {
	if (terms === null) return null;
	const stake = atStakeOf(terms);
	return doubt(newFinding("terms-elsewhere", "danger", textOf(terms, name), stake === null ? {} : { stake }));
}
