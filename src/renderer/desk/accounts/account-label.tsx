import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AddressView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

/** Stable, so that React calls it when the box appears and not on every draw. */
function focusOnce(box: HTMLInputElement | null) {
	box?.focus();
}

/** The person's own name for an account, edited in place. */
export function AccountLabel({ address }: { address: AddressView }) {
	const { bridge } = useDesk();
	const [editing, setEditing] = useState(false);
	const [label, setLabel] = useState("");
	const wish = useWish();
	const save = async (event: FormEvent) => {
		event.preventDefault();
		const outcome = await wish.send(() =>
			bridge.call("labelAccount", { address: address.address, label: label.trim() }),
		);
		if (outcome?.ok === true) setEditing(false);
	};
	if (!editing) {
		return (
			<div className="flex items-center gap-1">
				<h2 className={address.label === null ? "text-ink-3" : "font-semibold"}>
					{address.label ?? "No name"}
				</h2>
				<button
					type="button"
					aria-label={`Rename ${address.label ?? address.short}`}
					onClick={() => {
						setLabel(address.label ?? "");
						setEditing(true);
					}}
					className="grid size-6 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink"
				>
					<Pencil size={13} aria-hidden />
				</button>
			</div>
		);
	}
	return (
		<form
			onSubmit={(event) => void save(event)}
			onKeyDown={(event) => {
				if (event.key === "Escape") setEditing(false);
			}}
		>
			<div className="flex flex-wrap items-center gap-2">
				<Field
					label="Name"
					hideLabel
					value={label}
					onText={setLabel}
					maxLength={60}
					placeholder="A name only you see"
					ref={focusOnce}
					className="w-56"
				/>
				<Button submit size="small" look="primary" busy={wish.busy}>
					Save
				</Button>
				<Button size="small" look="quiet" onClick={() => setEditing(false)}>
					Cancel
				</Button>
			</div>
			<Fault words={wish.fault} className="mt-2" />
		</form>
	);
}
