import type { DecodedArgView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { CopyButton } from "../../components/button.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { grouped } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Fact, Facts } from "../../components/section.tsx";

const GWEI_DIGITS = 9;

/** Returns text such as "1.5 gwei", without rounding. */
export function feePerGas(wei: string): string {
	if (!/^\d+$/.test(wei)) return wei;
	const digits = wei.padStart(GWEI_DIGITS + 1, "0");
	const whole = digits.slice(0, -GWEI_DIGITS).replace(/^0+(?=\d)/, "");
	const part = digits.slice(-GWEI_DIGITS).replace(/0+$/, "");
	return t("trusted.content.gwei", { amount: part === "" ? grouped(whole) : `${grouped(whole)}.${part}` });
}

export function byteCount(hex: string): number | null {
	const digits = hex.replace(/^0x/i, "");
	return /^([0-9a-f]{2})*$/i.test(digits) ? digits.length / 2 : null;
}

export function Data({ title, hex }: { title: string; hex: string }) {
	const count = byteCount(hex);
	if (count === 0) return null;
	return (
		<Fold
			title={title}
			aside={count === null ? undefined : t("trusted.content.bytes", { count })}
			className="py-1"
		>
			<div className="flex items-start gap-1 pb-1 pl-5.5">
				<ClaimBlock text={hex} max={800} className="num flex-1 text-f1 text-ink-2" />
				<CopyButton text={hex} what={title.toLowerCase()} />
			</div>
		</Fold>
	);
}

export function Args({ args, className }: { args: readonly DecodedArgView[]; className?: string }) {
	if (args.length === 0) return null;
	return (
		<Facts className={className ?? ""}>
			{args.map((arg, index) => (
				<Fact
					key={index}
					name={
						<>
							<Claim text={textOf(arg.name)} max={60} className="text-ink-2" />{" "}
							<Claim text={arg.type} max={60} className="num text-f1" />
						</>
					}
				>
					<ClaimBlock text={textOf(arg.value)} max={400} className="num" />
				</Fact>
			))}
		</Facts>
	);
}
