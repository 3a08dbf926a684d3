import { base58 } from "@scure/base";
import { AccountState, ExtensionType } from "@solana/spl-token";
import type { SvmMintPowers } from "../../../core/chain/svm.ts";
import { SVM_SYSTEM_PROGRAM } from "../../../core/chain/well-known.ts";
import {
	exponential,
	isUnscaled,
	type Scale,
	type Scaling,
	scaleOf,
	scaleOfDouble,
	UNREAD_SCALING,
} from "../../../core/format/scale.ts";

export interface Extension {
	readonly type: number;
	readonly name: string;
	readonly data: Uint8Array;
}

const MAX_TEXT = 100;

const MORE_EXTENSIONS: Readonly<Record<number, string>> = {
	16: "ConfidentialTransferFeeConfig",
	17: "ConfidentialTransferFeeAmount",
	24: "ConfidentialMintBurn",
};

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

function extensionName(type: number): string {
	const named: string | undefined = ExtensionType[type];
	return named ?? MORE_EXTENSIONS[type] ?? `Unknown(${type})`;
}

/**
 * A zero type ends the list, but the library's own parser continues into the padding. Throws a RangeError if
 * an entry is longer than the data.
 */
export function extensionsOf(tlv: Uint8Array): Extension[] {
	const view = viewOf(tlv);
	const found: Extension[] = [];
	let at = 0;
	while (at + 2 <= tlv.length) {
		const type = view.getUint16(at, true);
		if (type === 0) break;
		const length = view.getUint16(at + 2, true);
		if (at + 4 + length > tlv.length) throw new RangeError("an extension reaches past the end");
		found.push({ type, name: extensionName(type), data: tlv.subarray(at + 4, at + 4 + length) });
		at += 4 + length;
	}
	return found;
}

function keyAt(data: Uint8Array, at: number): string {
	if (at + 32 > data.length) throw new RangeError("an extension is too short");
	return base58.encode(data.subarray(at, at + 32));
}

function optionalKeyAt(data: Uint8Array, at: number): string | null {
	const key = keyAt(data, at);
	return key === SVM_SYSTEM_PROGRAM ? null : key;
}

/**
 * Layout (borsh): update authority, mint, name, symbol. Returns nothing if the metadata names a different
 * mint.
 */
export function metadataOf(mint: string, extensions: readonly Extension[]) {
	const none = { name: null, symbol: null };
	const data = extensions.find(({ type }) => type === ExtensionType.TokenMetadata)?.data;
	if (data === undefined || keyAt(data, 32) !== mint) return none;
	const text = (at: number) => {
		const length = viewOf(data).getUint32(at, true);
		if (at + 4 + length > data.length) throw new RangeError("metadata reaches past its end");
		const all = new TextDecoder("utf-8", { fatal: true }).decode(data.subarray(at + 4, at + 4 + length));
		return { text: [...all].slice(0, MAX_TEXT).join(""), end: at + 4 + length };
	};
	const name = text(64);
	return { name: name.text, symbol: text(name.end).text };
}

/**
 * Layout: two authorities, withheld amount, then the older and newer fee, each with epoch, maximum and basis
 * points.
 */
function transferFeeOf(data: Uint8Array): NonNullable<SvmMintPowers["transferFee"]> {
	const view = viewOf(data);
	const fees = [72, 90].map((at) => ({
		most: view.getBigUint64(at + 8, true),
		basisPoints: view.getUint16(at + 16, true),
	}));
	const dearest = fees.toSorted((left, right) => right.basisPoints - left.basisPoints)[0];
	return {
		authority: optionalKeyAt(data, 0),
		withdrawer: optionalKeyAt(data, 32),
		basisPoints: dearest?.basisPoints ?? 0,
		most: dearest?.most ?? 0n,
	};
}

/** Throws a RangeError if an extension is too short. Source: spl_token_2022::extension. */
export function powersOf(extensions: readonly Extension[]): SvmMintPowers {
	const of = (type: ExtensionType) => extensions.find((each) => each.type === type)?.data ?? null;
	const hook = of(ExtensionType.TransferHook);
	const fee = of(ExtensionType.TransferFeeConfig);
	const delegate = of(ExtensionType.PermanentDelegate);
	const close = of(ExtensionType.MintCloseAuthority);
	return {
		permanentDelegate: delegate === null ? null : optionalKeyAt(delegate, 0),
		transferHook:
			hook === null ? null : { authority: optionalKeyAt(hook, 0), program: optionalKeyAt(hook, 32) },
		closeAuthority: close === null ? null : optionalKeyAt(close, 0),
		transferFee: fee === null ? null : transferFeeOf(fee),
		frozenByDefault: of(ExtensionType.DefaultAccountState)?.[0] === AccountState.Frozen,
	};
}

const BASIS_POINTS = 10_000n;
/** SECONDS_PER_YEAR in spl_token_2022's interest_bearing_mint, a year of 365.24 days. */
const SECONDS_PER_YEAR = 31_556_736n;

const times = (left: Scale | null, right: Scale | null): Scale | null =>
	left === null || right === null
		? null
		: scaleOf(left.numerator * right.numerator, left.denominator * right.denominator);

/**
 * Layout: authority, factor, start of the new factor, new factor (spl_token_2022, scaled_ui_amount:
 * ScaledUiAmountConfig).
 */
function scaledUi(data: Uint8Array, nowSeconds: bigint): Scaling {
	if (data.length < 56) return UNREAD_SCALING;
	const view = viewOf(data);
	const [factor, later] = [32, 48].map((at) => scaleOfDouble(view.getBigUint64(at, true)));
	const atSeconds = view.getBigInt64(40, true);
	if (atSeconds <= nowSeconds) return { now: later ?? null, next: null };
	return { now: factor ?? null, next: { scale: later ?? null, atSeconds } };
}

/**
 * Layout: authority, start, average rate until the last update, last update, rate since then. Rates are in
 * basis points per year, compounded continuously (spl_token_2022, interest_bearing_mint:
 * InterestBearingConfig::total_scale).
 */
function interest(data: Uint8Array, nowSeconds: bigint): Scaling {
	if (data.length < 52) return UNREAD_SCALING;
	const view = viewOf(data);
	const [start, updated] = [view.getBigInt64(32, true), view.getBigInt64(42, true)];
	const [before, since] = [view.getInt16(40, true), view.getInt16(50, true)].map(BigInt);
	if (before === undefined || since === undefined || updated < start || nowSeconds < updated)
		return UNREAD_SCALING;
	const year = BASIS_POINTS * SECONDS_PER_YEAR;
	const grown = exponential(before * (updated - start), year);
	return { now: times(grown, exponential(since * (nowSeconds - updated), year)), next: null };
}

export function scalingOf(extensions: readonly Extension[], nowSeconds: bigint): Scaling | null {
	const of = (type: ExtensionType) => extensions.find((each) => each.type === type)?.data ?? null;
	const isScaled = [ExtensionType.ScaledUiAmountConfig, ExtensionType.InterestBearingConfig].some(
		(type) => of(type) !== null,
	);
	if (isScaled && nowSeconds < 0n) return UNREAD_SCALING;
	const [ui, rate] = [of(ExtensionType.ScaledUiAmountConfig), of(ExtensionType.InterestBearingConfig)];
	if (ui !== null && rate !== null) return UNREAD_SCALING;
	const found = ui !== null ? scaledUi(ui, nowSeconds) : rate !== null ? interest(rate, nowSeconds) : null;
	const plain = found?.now != null && isUnscaled(found.now) && found.next === null;
	return plain ? null : found;
}
