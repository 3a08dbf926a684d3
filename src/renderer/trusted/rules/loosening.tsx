import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Page } from "../page.tsx";

/** An edit that lets through what is refused now takes the password. */
export function Loosening({
	words,
	hasPassword,
	busy,
	fault,
	onGo,
	onBack,
}: {
	/** What would be done. */
	words: string;
	hasPassword: boolean;
	busy: boolean;
	fault: string | null;
	onGo: (password: string) => void;
	onBack: () => void;
}) {
	const [password, setPassword] = useState("");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (password === "") return;
		onGo(password);
		setPassword("");
	};
	return (
		<form onSubmit={submit} className="h-full">
			<Page
				title="This loosens your rules"
				lead={words}
				bar={
					<>
						<Button look="quiet" onClick={onBack}>
							Leave the rules as they are
						</Button>
						{hasPassword && (
							<Button submit look="danger" disabled={password === ""} busy={busy}>
								{busy ? "Saving…" : "Loosen"}
							</Button>
						)}
					</>
				}
			>
				<div className="grid gap-4">
					<Notice tone="caution">
						Something that is refused now could be approved afterwards. Nothing is approved by this itself.
					</Notice>
					{hasPassword ? (
						<Field
							label="Password of your keys"
							secret
							maxLength={1024}
							value={password}
							onText={setPassword}
							autoComplete="current-password"
						/>
					) : (
						<Notice tone="danger" alert>
							That takes the password of your keys, and there is none on this computer: all your accounts are
							on a Ledger. Make a vault with a password to loosen rules.
						</Notice>
					)}
					<Fault words={fault} />
				</div>
			</Page>
		</form>
	);
}
