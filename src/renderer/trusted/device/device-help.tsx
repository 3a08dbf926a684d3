import type { DeviceHelp as Help } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";

/** What helps, step by step: each with the exact text to copy into a file or a terminal. */
export function DeviceHelp({ steps }: { steps: readonly Help[] }) {
	if (steps.length === 0) return null;
	return (
		<ol className="mt-3 grid gap-3">
			{steps.map((step, index) => (
				<li key={index} className="min-w-0">
					<p className="text-f2">
						{steps.length > 1 && <span className="text-ink-3">{index + 1}. </span>}
						{textOf(step.text)}
					</p>
					<div className="mt-1 flex items-start gap-1 rounded-sm border border-line bg-sunken py-1.5 pr-1.5 pl-3">
						<code className="num min-w-0 flex-1 py-0.5 text-f2 wrap-anywhere">
							{step.copy.split("\n").map((line, at) => (
								// Where a line is too long for the room, the indent shows that it goes on.
								<span key={at} className="block pl-4 -indent-4">
									{line}
								</span>
							))}
						</code>
						<CopyButton
							text={step.copy}
							what={
								steps.length > 1
									? t("trusted.device.text-step", { count: index + 1 })
									: t("trusted.device.the-text")
							}
						/>
					</div>
				</li>
			))}
		</ol>
	);
}
