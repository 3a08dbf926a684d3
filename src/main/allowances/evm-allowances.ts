import { ChainError } from "../../core/chain/chain-error.ts";
import { readAddress, readChainRef, readUint } from "../../core/format/numeral.ts";
import { PERMIT2 } from "../../core/match/revocation.ts";
import { message, type Text } from "../../core/message.ts";
import { readAllowed, readTokenUnit, type TokenUnit } from "../chains/evm/allowances.ts";
import type { Clock } from "../ports.ts";
import type { Chains } from "../reviewing/facts/completing.ts";
import { type FoundAllowance, NO_UNIT, unread } from "./found-allowance.ts";
import type { MetAllowance } from "./met-allowances.ts";

/** So many questions at once to one RPC. */
const AT_ONCE = 8;
/** After this long no more is asked of one chain, in ms. */
const PATIENCE_MS = 30_000;

const SLOW = message("app.allowances.too-slow");

/** It is not this one answer that failed, but the RPC. */
const isDown = (cause: unknown): cause is ChainError =>
	cause instanceof ChainError &&
	(cause.kind === "unreachable" ||
		cause.kind === "busy" ||
		cause.kind === "wrong_chain" ||
		cause.kind === "no_rpc");

/** In the order of `all`, a few at a time. */
async function inPool<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async () => {
		for (let at = next++; at < all.length; at = next++) {
			const each = all[at];
			if (each !== undefined) results[at] = await work(each);
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker));
	return results;
}

export interface EvmAllowancesParts {
	readonly chains: Pick<Chains, "evm">;
	readonly clock: Clock;
	/** What a user is told of an answer that failed. */
	readonly messageOf: (cause: unknown) => Text;
}

/** Asks EVM chains what is allowed now, one by one. */
export class EvmAllowances {
	readonly #parts: EvmAllowancesParts;
	/** What a token says of itself, by chain and address: it is not asked again while the app runs. */
	readonly #units = new Map<string, TokenUnit>();

	constructor(parts: EvmAllowancesParts) {
		this.#parts = parts;
	}

	/** What is at zero, or over, is left out. Throws where the chain can't be asked at all. */
	async read(chainRef: string, all: readonly MetAllowance[]): Promise<FoundAllowance[]> {
		const { chains, clock, messageOf } = this.#parts;
		const chain = chains.evm.of(readChainRef(chainRef) ?? 0);
		await chain.prove();
		const until = clock.now() + PATIENCE_MS;
		let down: Text | null = null;

		const one = async (met: MetAllowance): Promise<FoundAllowance | null> => {
			if (down === null && clock.now() > until) down = SLOW;
			if (down !== null) return unread(met, down);
			const { kind } = met;
			const [account, token, spender] = [met.account, met.token, met.spender].map(readAddress);
			if (kind === "delegate" || account == null || token == null || spender == null) return null;
			try {
				const question = { kind, account, token, spender, tokenId: readUint(met.tokenId) };
				const allowed = await readAllowed(chain, PERMIT2, question);
				const isOver = allowed?.until != null && allowed.until * 1000 < clock.now();
				if (allowed === null || isOver) return null;
				return { ...unread(met, ""), allowed, unit: await this.#unitOf(chain, met), fault: null };
			} catch (cause) {
				const text = messageOf(cause);
				if (isDown(cause)) down = text;
				return unread(met, text);
			}
		};

		const found = await inPool(all, one);
		return found.filter((each) => each !== null);
	}

	async #unitOf(chain: Parameters<typeof readTokenUnit>[0], met: MetAllowance): Promise<TokenUnit> {
		const key = `${met.chainRef} ${met.token}`;
		const known = this.#units.get(key);
		const token = readAddress(met.token);
		if (known !== undefined || token === null) return known ?? NO_UNIT;
		const unit = await readTokenUnit(chain, token);
		this.#units.set(key, unit);
		return unit;
	}
}
