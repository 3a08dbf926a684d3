import type { DecodedArgView } from "../../../ipc/review.ts";
import { textOf } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fact, Facts } from "../../components/facts.tsx";

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
