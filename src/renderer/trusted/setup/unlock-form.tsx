import { LockOpen } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { timeLeft } from "../../components/words.ts";
import { useNow } from "../../state/clock.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";

/** Password and Unlock, on one line. Says when the next try is allowed. */
export function UnlockForm({ focus = false }: { focus?: boolean }) {
	const { bridge, view } = useTrusted();
	const { nextTryAt, words } = view.vault;
	const [password, setPassword] = useState("");
	const [box, setBox] = useState<HTMLInputElement | null>(null);
	const now = useNow();
	const wish = useWish();
	const wait = nextTryAt !== null && nextTryAt > now ? timeLeft(nextTryAt, now) : null;
	useEffect(() => {
		if (focus && wait === null) box?.focus();
	}, [focus, box, wait === null]);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (password === "" || wait !== null) return;
		await wish.send(() => bridge.call("unlock", { password }));
		setPassword("");
	};
	const said = wish.fault ?? words;
	return (
		<form onSubmit={(event) => void submit(event)} aria-label="Unlock">
			<div className="flex items-end gap-2">
				<Field
					label="Password"
					secret
					value={password}
					onText={setPassword}
					maxLength={1024}
					autoComplete="current-password"
					disabled={wait !== null}
					ref={setBox}
					className="flex-1"
				/>
				<Button submit look="primary" disabled={password === "" || wait !== null} busy={wish.busy}>
					<LockOpen size={15} aria-hidden /> {wish.busy ? "Unlocking…" : "Unlock"}
				</Button>
			</div>
			{wait !== null && (
				<p className="mt-2 text-f2 text-ink-2" role="timer">
					The next try is allowed in <span className="num font-medium">{wait}</span>. Waiting keeps guesses
					slow.
				</p>
			)}
			<Fault words={said} className="mt-3" />
		</form>
	);
}
