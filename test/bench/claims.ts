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
 * Measures the cost that claims add to a review: descriptors are looked up, checked against the bytes, and
 * formatted as rows.
 */

const DATA = new URL("../../src/core/published-descriptors/erc7730/data.json", import.meta.url);
const RUNS = 20;
const WARM = 5;

const USER = {
	accounts: [],
	labels: {},
	signerState: "missing",
	counterparties: NO_HISTORY,
	uses: NO_USES,
	device: null,
} as const;

/** Describes the claims about one case, as a review does. @returns the number of rows */
type AddClaims = (published: PublishedAnswers) => number;

/** Decodes and hashes a case before the measurement. @returns `null` if the case can't be read */
function prepareCase(each: Case): AddClaims | null {
	const contextFor = (chainRef: string): ClaimContext => ({
		chainRef,
		signer: each.from,
		facts: null,
		user: USER,
	});
	if (each.kind === "message") {
		const typed = typedDataHashes(each.typed);
		if (!typed.ok) return null;
		const context = contextFor(String(typed.domain.chainId ?? ""));
		return (published) => {
			const claim = claimOfMessage(typed, each.from, published);
			return claim === null ? 0 : describeClaim(context, claim, null, 0n).rows.length;
		};
	}
	const to: Hex = `0x${each.to.slice(2).toLowerCase()}`;
	const decoded = decodeEvm({ to, value: each.value, data: each.data });
	const call = { chainRef: each.chainId, signer: each.from, decoded, data: each.data };
	const context = contextFor(each.chainId);
	return (published) =>
		claimsOfCalls(call, published).flatMap(
			(claim) => describeClaim(context, claim, decoded.target, decoded.value).rows,
		).length;
}

export interface ClaimCost {
	/** Several measurements of each golden case that has claims. */
	readonly added: readonly Cost[];
	/** Reading and indexing the bundled descriptors, once, for the first review. */
	readonly loaded: Cost;
	/** Only reading and parsing the same file. */
	readonly parsed: Cost;
}

export async function measureClaims(): Promise<ClaimCost> {
	const stop = meter();
	const index = await loadDescriptors();
	const loaded = stop();
	const stopBare = meter();
	JSON.parse(await readFile(DATA, "utf8"));
	const parsed = stopBare();
	const published: PublishedAnswers = { codes: new Map(), published: { index, revoked: new Map() } };
	const written = z.array(writtenCase).parse(JSON.parse(await readFile(GOLDEN, "utf8")));
	const all = (await Promise.all(written.map(caseOf))).map(prepareCase).filter((add) => add !== null);
	const claimed = all.filter((add) => add(published) > 0);
	if (claimed.length === 0) throw new Error("no case has a claim");
	const added: Cost[] = [];
	for (let run = 0; run < WARM + RUNS; run += 1)
		for (const add of claimed) {
			const cost = meter();
			add(published);
			if (run >= WARM) added.push(cost());
		}
	return { added, loaded, parsed };
}
