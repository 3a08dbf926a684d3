import { known } from "../../chain/chain-error.ts";
import { accountOf, mintFor, type SvmSubject, tokenAccountOf } from "../../subject/svm/svm-subject.ts";
import { assetKey, type EffectAsset, type Holding } from "../effects.ts";
import { holderBefore, mintAsset, type SvmReader } from "./reader.ts";

/** Holdings of accounts before a Solana transaction, whoever pays its fee. */

/** Token accounts that the chain or our simulation read, by whom they belong to. */
function tokensOf(reader: SvmReader, account: string, asset: EffectAsset): bigint | null {
	const { subject } = reader;
	const amounts = [...(subject.facts?.accounts.keys() ?? [])].flatMap((address) => {
		const data = tokenAccountOf(subject.facts, address);
		const isCounted = data?.owner === account && assetKey(mintAsset(reader, data.mint)) === assetKey(asset);
		return isCounted ? [data.amount] : [];
	});
	return amounts.length === 0 ? null : amounts.reduce((sum, each) => sum + each, 0n);
}

/** Nothing is in an account that is not there yet. */
function lamportsOf(subject: SvmSubject, account: string): bigint | null {
	const facts = accountOf(subject.facts, account);
	if (facts !== undefined) return facts?.lamports ?? 0n;
	return subject.read.staticKeys[0] === account ? known(subject.facts?.lamports) : null;
}

/** All token accounts of theirs that are named are opened here: before, they held nothing. */
function hasNone(reader: SvmReader, account: string, asset: EffectAsset): boolean {
	const { subject } = reader;
	const opened = subject.steps.flatMap(({ meaning }) =>
		meaning.kind === "token_open" ? [meaning.account] : [],
	);
	return opened.some(
		(address) =>
			holderBefore(reader, address) === account &&
			accountOf(subject.facts, address) === null &&
			assetKey(mintAsset(reader, mintFor(subject, address, null))) === assetKey(asset),
	);
}

/** `null` if the chain did not say. */
function heldBy(reader: SvmReader, account: string, asset: EffectAsset): bigint | null {
	const tokens = tokensOf(reader, account, asset);
	if (asset.kind !== "native") return tokens ?? (hasNone(reader, account, asset) ? 0n : null);
	const lamports = lamportsOf(reader.subject, account);
	return lamports === null ? null : lamports + (tokens ?? 0n);
}

/** Each account and asset once. */
export function holdingsOf(
	reader: SvmReader,
	asked: readonly { readonly account: string; readonly asset: EffectAsset }[],
): readonly Holding[] {
	const each = new Map(asked.map((one) => [JSON.stringify([one.account, assetKey(one.asset)]), one]));
	return [...each.values()].map(({ account, asset }) => ({
		account,
		asset,
		amount: heldBy(reader, account, asset),
	}));
}
