import { wellKnownAt } from "../../chain/tokens/known.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { mintFor, mintOf } from "../../subject/svm/svm-subject.ts";
import { fungible, type IssuerPower, type KeptPowers } from "../effects.ts";
import type { SvmReader } from "./reader.ts";

/** Powers that makers of tokens keep (Token-2022 extensions), by the chain's own data of each mint. */

const POWERS: readonly (readonly [extension: string, power: IssuerPower])[] = [
	["PermanentDelegate", "permanent-delegate"],
	["TransferHook", "transfer-hook"],
	["TransferFeeConfig", "transfer-fee"],
	["DefaultAccountState", "default-state"],
	["PausableConfig", "pausable"],
	["NonTransferable", "non-transferable"],
];

const LISTED_CLUSTER = "mainnet-beta";

type Use = Pick<KeptPowers, "use"> & { readonly mint: string };

function usesBy({ subject }: SvmReader, meaning: SvmMeaning): readonly Use[] {
	switch (meaning.kind) {
		case "token_transfer":
		case "token_approve": {
			const mint = mintFor(subject, meaning.source, meaning.mint);
			return mint === null ? [] : [{ mint, use: meaning.kind === "token_transfer" ? "sent" : "other" }];
		}
		case "token_open":
		case "token_mint":
			return [{ mint: meaning.mint, use: "other" }];
		default:
			return [];
	}
}

/** Mints that come in by either simulation. */
function incoming({ subject, own }: SvmReader): readonly Use[] {
	const seen = own.state === "done" ? own.simulation.balanceChanges : [];
	return [...(subject.simulation?.balanceChanges ?? []), ...seen].flatMap(({ direction, asset }) =>
		direction === "in" ? [{ mint: asset, use: "comes" as const }] : [],
	);
}

/** Each mint that the transaction touches whose maker keeps a power over its holders. */
export function keptPowers(reader: SvmReader): readonly KeptPowers[] {
	const { steps, facts } = reader.subject;
	const uses = [...steps.flatMap(({ meaning }) => usesBy(reader, meaning)), ...incoming(reader)];
	return uses.flatMap(({ mint, use }) => {
		const extensions = mintOf(facts, mint)?.extensions ?? [];
		const powers = POWERS.flatMap(([extension, power]) => (extensions.includes(extension) ? [power] : []));
		const isListed = wellKnownAt(LISTED_CLUSTER, mint) !== null;
		return powers.length === 0 ? [] : [{ asset: fungible(mint), powers, use, isListed }];
	});
}
