import { type FormEvent, useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { LooseningPassword } from "../loosening-password.tsx";

/** What somebody changed while Countersign was closed: seen, and confirmed with the password. */
export function Unconfirmed({
	texts,
	stopped,
	busy,
	onConfirm,
}: {
	texts: readonly string[];
	/** Nothing is approved before. */
	stopped: boolean;
	busy: boolean;
	onConfirm: (password: string) => void;
}) {
	const [password, setPassword] = useState("");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (password === "") return;
		onConfirm(password);
		setPassword("");
	};
	return (
		<Notice tone={stopped ? "danger" : "caution"} alert>
			<p className="font-medium">
				{stopped
					? t("trusted.rules.rules-changed-outside-countersign-nothing")
					: t("trusted.rules.something-changed-outside-countersign-does")}
			</p>
			<ul className="mt-1 list-disc pl-5 wrap-anywhere">
				{texts.map((each) => (
					<li key={each}>{each}</li>
				))}
			</ul>
			<p className="mt-2">
				{stopped ? t("trusted.rules.nothing-approved-under") : ""}
				{t("trusted.rules.if-not-put-right-instead")}
			</p>
			<form onSubmit={submit} className="mt-3 grid gap-3">
				<LooseningPassword
					why={t("trusted.rules.confirm-only-changed-yourself-everything")}
					value={password}
					onText={setPassword}
				/>
				<div>
					<Button submit size="small" look="danger" disabled={password === ""} busy={busy}>
						{t("trusted.rules.confirm-now")}
					</Button>
				</div>
			</form>
		</Notice>
	);
}
