import { Address } from "../../components/address.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { grouped } from "../../components/words.ts";
import { Args } from "./args.tsx";
import type { ContentOf } from "./content-of.ts";
import { Data } from "./data.tsx";
import { feePerGas } from "./units.ts";

const LONGEST_NAME = 42;

/** What stands beside a folded call: its signature, a long one without its types, else its selector. */
export function callName({ decoded }: ContentOf<"evm_transaction">): string {
	const name = decoded?.signature ?? decoded?.selector ?? "no data";
	return name.length > LONGEST_NAME
		? `${name.slice(0, name.indexOf("(") + 1).slice(0, LONGEST_NAME)}…)`
		: name;
}

/** Our own decoding of one EVM transaction, and what it may use up. */
export function EvmCall({ content }: { content: ContentOf<"evm_transaction"> }) {
	const { decoded } = content;
	return (
		<div className="grid gap-2">
			{decoded === null && <p className="text-f2 text-ink-2">It carries no call data.</p>}
			{decoded !== null && decoded.signature === null && (
				<p className="text-f2 text-caution">The function is not one that Countersign knows.</p>
			)}
			<Facts>
				<Fact name="Called">
					<Address view={content.to} size={15} />
				</Fact>
				{decoded !== null && (
					<Fact name="Function">
						<Claim text={decoded.signature ?? decoded.selector ?? "none"} max={200} className="num" />
					</Fact>
				)}
			</Facts>
			{decoded !== null && <Args args={decoded.args} />}
			<Facts>
				<Fact name="Nonce">
					<span className="num">{grouped(content.nonce)}</span>
				</Fact>
				<Fact name="Gas, at most">
					<span className="num">{grouped(content.gasLimit)}</span>
				</Fact>
				<Fact name="Fee per gas">
					<span className="num">{feePerGas(content.maxFee)}</span> at most, of it{" "}
					<span className="num">{feePerGas(content.priorityFee)}</span> as a tip
				</Fact>
			</Facts>
			<Data title="Call data" hex={content.data} />
		</div>
	);
}
