import { known } from "../../core/chain/chain-error.ts";
import { readAddress, readChainRef } from "../../core/format/numeral.ts";
import { plain } from "../../core/format/plain.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import { message } from "../../core/message.ts";
import type { TokenUnitOutcome } from "../../ipc/rules.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import { accountFacts } from "../chains/svm/accounts.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import { refused } from "../outcome.ts";

/** The unit of an EIP-20 token, or of a mint. Throws a ChainError. */
export async function unitOf(
	deps: { readonly chains: Pick<EvmChains, "of">; readonly svmChains: Pick<SvmChains, "of"> },
	chainRef: string,
	address: string,
): Promise<TokenUnitOutcome> {
	const token = readAddress(address);
	const chainId = readChainRef(chainRef);
	if (chainId !== null && token !== null) {
		const facts = await deps.chains.of(chainId).facts({
			signer: token,
			call: { to: token, value: 0n, data: "0x", maxFeePerGas: null, written: null },
			tokens: [{ address: token, spender: null }],
		});
		const found = facts.rightChain ? facts.tokens.get(token) : undefined;
		const [symbol, decimals] = [known(found?.symbol), known(found?.decimals)];
		if (decimals !== null) return { ok: true, decimals, symbol: plain(symbol ?? "", 16) };
	} else if (chainId === null && readKey(address) !== null) {
		const [raw] = await deps.svmChains.of(chainRef).accounts([address]);
		const data = raw == null ? null : accountFacts(address, raw).data;
		if (data?.kind === "mint")
			return { ok: true, decimals: data.decimals, symbol: plain(data.symbol ?? "", 16) };
	} else return refused(message("app.token.no-address"));
	return refused(message("app.token.unknown"));
}
