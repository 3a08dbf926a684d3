import { readFile } from "node:fs/promises";
import * as z from "zod";
import { decodeEvm } from "../../src/core/decode/evm/decode-evm.ts";
import type { Hex } from "../../src/core/format/numeral.ts";
import { NO_HISTORY, NO_USES } from "../../src/core/identities/counterparties.ts";
import { typedDataHashes } from "../../src/core/match/typed-data/reading.ts";
import { loadDescriptors } from "../../src/core/published-descriptors/erc7730/load.ts";
import {
	claimOfMessage,
	claimsOfCalls,
	type PublishedAnswers,
} from "../../src/core/published-descriptors/published-claims.ts";
import { type ClaimContext, describeClaim } from "../../src/core/signed-messages/claim-rows.ts";
import { GOLDEN } from "../descriptors/golden.ts";
import { type Case, caseOf, writtenCase } from "../descriptors/registry.ts";
import { type Cost, meter } from "./meter.ts";

/**
 * Cost that claims add to a review: descriptors are looked up, checked against the bytes, and listed line by
 * line.
 */

const DATA = new URL("../../src/core/published-descriptors/erc7730/data.json", import.meta.url);
const RUNS = 20;
const WARM = 5;

const PERSON = {
	accounts: [],
	labels: {},
	signerState: "missing",
	counterparties: NO_HISTORY,
	uses: NO_USES,
	device: null,
} as const;

/** Adds what is claimed of one case, as a review does. @returns how many lines that makes */
type AddClaims = (asked: PublishedAnswers) => number;

/** Prepares the decoding and hashing outside the measurement; `null` if the case can't be read. */
function addingOf(each: Case): AddClaims | null {
	const telling = (chainRef: string): ClaimContext => ({
		chainRef,
		signer: each.from,
		facts: null,
		user: PERSON,
	});
	if (each.kind === "message") {
		const typed = typedDataHashes(each.typed);
		if (!typed.ok) return null;
		const told = telling(String(typed.domain.chainId ?? ""));
		return (asked) => {
			const claim = claimOfMessage(typed, each.from, asked);
			return claim === null ? 0 : describeClaim(told, claim, null, 0n).rows.length;
		};
	}
	const to: Hex = `0x${each.to.slice(2).toLowerCase()}`;
	const decoded = decodeEvm({ to, value: each.value, data: each.data });
	const call = { chainRef: each.chainId, signer: each.from, decoded, data: each.data };
	const told = telling(each.chainId);
	return (asked) =>
		claimsOfCalls(call, asked).flatMap(
			(claim) => describeClaim(told, claim, decoded.target, decoded.value).rows,
		).length;
}

export interface ClaimCost {
	/** Each of the golden cases that a claim is made of, each several times. */
	readonly added: readonly Cost[];
	/** The bundled descriptors, read and indexed for the first review. */
	readonly loaded: Cost;
	/** The same file, parsed alone. */
	readonly parsed: Cost;
}

export async function measureClaims(): Promise<ClaimCost> {
	const stop = meter();
	const index = await loadDescriptors();
	const loaded = stop();
	const stopBare = meter();
	JSON.parse(await readFile(DATA, "utf8"));
	const parsed = stopBare();
	const asked: PublishedAnswers = { codes: new Map(), published: { index, revoked: new Map() } };
	const written = z.array(writtenCase).parse(JSON.parse(await readFile(GOLDEN, "utf8")));
	const all = (await Promise.all(written.map(caseOf))).map(addingOf).filter((add) => add !== null);
	const claimed = all.filter((add) => add(asked) > 0);
	if (claimed.length === 0) throw new Error("no case has a claim");
	const added: Cost[] = [];
	for (let run = 0; run < WARM + RUNS; run += 1)
		for (const add of claimed) {
			const cost = meter();
			add(asked);
			if (run >= WARM) added.push(cost());
		}
	return { added, loaded, parsed };
}
