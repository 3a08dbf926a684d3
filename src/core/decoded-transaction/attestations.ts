import { readAddress } from "../format/numeral.ts";
import { NO_HISTORY, NO_USES } from "../identities/counterparties.ts";
import { typedDataHashes } from "../match/typed-data/reading.ts";
import type { Attestation } from "../published-descriptors/erc7730/description.ts";
import { claimOfMessage, type PublishedClaim } from "../published-descriptors/published-claims.ts";
import { subjectOf, type User } from "./decoded-transaction.ts";
import type { AddressFacts } from "./opinion.ts";
import type { SignedItem } from "./signed-item.ts";

const NOBODY: User = {
	accounts: [],
	labels: {},
	signerState: "missing",
	counterparties: NO_HISTORY,
	uses: NO_USES,
	device: null,
};

const MAX = 8;

function claimsIn(item: SignedItem, addressFacts: AddressFacts): readonly PublishedClaim[] {
	if (item.kind === "evm") return subjectOf(item, null, NOBODY, addressFacts)?.claims ?? [];
	if (item.kind !== "message" || item.intent.kind !== "evm_typed_data") return [];
	const [signer, typed] = [readAddress(item.signer), typedDataHashes(item.intent.typed_data)];
	const claim = signer !== null && typed.ok ? claimOfMessage(typed, signer, addressFacts) : null;
	return claim === null ? [] : [claim];
}

export function attestationsOf(item: SignedItem, addressFacts: AddressFacts): readonly Attestation[] {
	const all = claimsIn(item, addressFacts).flatMap(({ description }) => description.attestation ?? []);
	return [...new Map(all.map((each) => [each.uid, each])).values()].slice(0, MAX);
}
