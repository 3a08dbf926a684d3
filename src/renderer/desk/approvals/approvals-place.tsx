import { KeyRound, RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { clockTime, plural } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { AllowanceGroup } from "./allowance-group.tsx";

/** What each account has allowed so far, by the chain; read anew each time that the place opens. */
export function ApprovalsPlace() {
	const { bridge, view } = useDesk();
	const wish = useWish();
	const { groups, reading, readAt, fault, left } = view.allowances;

	useEffect(() => {
		const watch = (on: boolean) =>
			// Nothing hangs on the answer: what is read comes with the next push.
			void bridge.call("watchAllowances", { on }).catch(() => {});
		watch(true);
		return () => watch(false);
	}, [bridge]);

	return (
		<div className="h-full overflow-y-auto">
			<div className="mx-auto max-w-4xl px-6 py-5">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<h1 className="text-f4 font-semibold tracking-tight">Approvals</h1>
					<div className="flex items-center gap-3">
						<p className="text-f1 text-ink-3" role="status">
							{reading ? "Reading from the chain…" : readAt !== null && `Read at ${clockTime(readAt)}`}
						</p>
						<Button
							size="small"
							busy={reading || wish.busy}
							onClick={() => void wish.send(() => bridge.call("refreshAllowances", {}))}
						>
							<RefreshCw size={14} aria-hidden /> Read again
						</Button>
					</div>
				</div>
				<p className="mt-1 max-w-prose text-f2 text-pretty text-ink-2">
					What others may take of your accounts now, by your RPC. Revoking opens a review of your own
					transaction; it costs the network’s fee.
				</p>
				<Fault words={wish.fault} className="mt-3" />
				{fault !== null && (
					<Notice tone="danger" className="mt-3">
						{fault}
					</Notice>
				)}
				{groups.length === 0 ? (
					// Where it could not be looked at, nothing is said about what there is.
					fault === null && <Nothing reading={reading} read={readAt !== null} />
				) : (
					<div className="mt-4 grid gap-4">
						{groups.map((group) => (
							<AllowanceGroup key={`${group.chain.id} ${group.account.address}`} group={group} />
						))}
					</div>
				)}
				{(groups.length > 0 || left > 0) && (
					<p className="mt-4 max-w-prose text-f1 text-pretty text-ink-3">
						Only tokens and spenders that were met in your reviews here are asked for. What you allowed with
						another wallet is not known.
						{left > 0 && ` ${plural(left, "older one was", "older ones were")} not looked at.`}
					</p>
				)}
			</div>
		</div>
	);
}

function Nothing({ reading, read }: { reading: boolean; read: boolean }) {
	return (
		<Empty icon={KeyRound} title={reading && !read ? "Reading what is allowed" : "No approvals known here"}>
			Once a review here lets somebody take tokens later, what they may take is read from the chain and shown
			with its amount, and can be taken back. What you allowed with another wallet is not known here.
		</Empty>
	);
}
