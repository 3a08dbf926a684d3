import { LockOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { t, textOrNull } from "../../../text/index.ts";
import { timeLeft } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { Form } from "../../components/form.tsx";
import { Fault } from "../../components/notice.tsx";
import { rich } from "../../components/rich.tsx";
import { useNow } from "../../state/clock.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { PasswordField } from "../password-field.tsx";

export function UnlockForm({ focus = false }: { focus?: boolean }) {
	const { nextTryAt, text: sentence } = useTrusted().view.vault;
	const [password, setPassword] = useState("");
	const [box, setBox] = useState<HTMLInputElement | null>(null);
	const now = useNow();
	const command = useTrustedCommand();
	const wait = nextTryAt !== null && nextTryAt > now ? timeLeft(nextTryAt, now) : null;
	useEffect(() => {
		if (focus && wait === null) box?.focus();
	}, [focus, box, wait === null]);
	const submit = async () => {
		if (password === "" || wait !== null) return;
		await command.call("unlock", { password });
		setPassword("");
	};
	const text = command.fault ?? sentence;
	return (
		<Form onSubmit={submit} aria-label={t("ui.unlock")}>
			<div className="flex items-end gap-2">
				<PasswordField
					value={password}
					onText={setPassword}
					disabled={wait !== null}
					ref={setBox}
					className="flex-1"
				/>
				<Button submit variant="primary" disabled={password === "" || wait !== null} busy={command.busy}>
					<LockOpen size={15} aria-hidden /> {command.busy ? t("trusted.setup.unlocking") : t("ui.unlock")}
				</Button>
			</div>
			{wait !== null && (
				<p className="mt-2 text-f2 text-ink-2" role="timer">
					{rich(
						"trusted.setup.password.wait",
						{ b: (text) => <span className="num font-medium">{text}</span> },
						{ wait },
					)}
				</p>
			)}
			<Fault text={textOrNull(text)} className="mt-3" />
		</Form>
	);
}
