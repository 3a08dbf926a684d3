import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";

/** Cancel for what a device is being asked. Its screen keeps the question, which nobody here can take away. */
export function GiveUp({
	what,
	asking,
	said = false,
}: {
	what: string;
	/** Its screen surely shows the question. */
	asking: boolean;
	/** What it means stands beside it already. */
	said?: boolean;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	return (
		<>
			<div className="flex items-center gap-3.5 max-[24rem]:flex-wrap">
				<Button
					size="small"
					busy={wish.busy}
					onClick={() => void wish.send(() => bridge.call("cancelLedger", {}))}
				>
					{wish.busy ? "Cancelling…" : "Cancel"}
				</Button>
				{!said && (
					<p className="text-f2 text-pretty text-ink-2">
						This gives up {what} here.{" "}
						{asking
							? "The device keeps its question on the screen: reject it there too."
							: "Where the device shows a question, reject it there too."}
					</p>
				)}
			</div>
			<Fault words={wish.fault} className="mt-2.5" />
		</>
	);
}
