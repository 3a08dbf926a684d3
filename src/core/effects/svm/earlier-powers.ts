import type { SvmAccountFacts } from "../../chain/svm.ts";
import { WRAPPED_SOL } from "../../chain/well-known.ts";
import { tokenAccountOf } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import type { EarlierPower } from "../effects.ts";
import { mintAsset, type SvmReader } from "./reader.ts";

type TokenAccount = Extract<SvmAccountFacts["data"], { kind: "token" }>;
type Receiver = TokenAccount & { readonly key: string };

function comingIn({ subject, local }: SvmReader): ReadonlySet<string> {
	const seen = local.state === "done" ? local.simulation.balanceChanges : [];
	const all = [...(subject.simulation?.balanceChanges ?? []), ...seen];
	return new Set(all.filter(({ direction }) => direction === "in").map(({ asset }) => asset));
}

function receivers(reader: SvmReader): readonly Receiver[] {
	const { subject } = reader;
	const named = new Set(
		subject.steps.flatMap(({ meaning }) =>
			meaning.kind === "token_transfer" || meaning.kind === "token_mint"
				? [meaning.destination]
				: meaning.kind === "lamports"
					? [meaning.to]
					: [],
		),
	);
	const incoming = comingIn(reader);
	const written = subject.steps.flatMap(({ accounts }) =>
		accounts.filter(({ writable }) => writable).map(({ pubkey }) => pubkey),
	);
	return [...new Set([...named, ...written])].flatMap((key) => {
		const account = tokenAccountOf(subject.facts, key);
		if (account === null || !isUserKey(subject, account.owner)) return [];
		return named.has(key) || incoming.has(account.mint) ? [{ ...account, key }] : [];
	});
}

/**
 * The close authority receives the balance of a wrapped SOL account. Other accounts must be emptied before
 * they can be closed.
 */
export function earlierPowers(reader: SvmReader): readonly EarlierPower[] {
	const { subject } = reader;
	const isOther = (key: string | null): key is string => key !== null && !isUserKey(subject, key);
	return receivers(reader).flatMap((account): EarlierPower[] => {
		const { key, mint, delegate, delegatedAmount, closeAuthority } = account;
		const place = { account: key, asset: mintAsset(reader, mint) };
		return [
			...(isOther(delegate) && delegatedAmount > 0n
				? [{ ...place, holder: delegate, may: "spend" as const }]
				: []),
			...(isOther(closeAuthority)
				? [
						{
							...place,
							holder: closeAuthority,
							may: mint === WRAPPED_SOL ? ("close" as const) : ("close-empty" as const),
						},
					]
				: []),
		];
	});
}
