import { Pencil } from "lucide-react";
import { useState } from "react";
import type { AddressView } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field, focusOnce } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDeskCommand } from "../../state/desk.tsx";

export function AccountLabel({ address }: { address: AddressView }) {
	const [editing, setEditing] = useState(false);
	const [label, setLabel] = useState("");
	const command = useDeskCommand();
	const save = async () => {
		await command.call("labelAccount", { address: address.address, label: label.trim() }, () =>
			setEditing(false),
		);
	};
	if (!editing) {
		return (
			<div className="flex items-center gap-1">
				<h2 className={address.label === null ? "text-ink-3" : "font-semibold"}>
					{address.label ?? t("ui.name.none")}
				</h2>
				<button
					type="button"
					aria-label={t("desk.accounts.rename", { label: address.label ?? address.short })}
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
		<Form onSubmit={save} onEscape={() => setEditing(false)}>
			<div className="flex flex-wrap items-center gap-2">
				<Field
					label={t("ui.name")}
					hideLabel
					value={label}
					onText={setLabel}
					maxLength={60}
					placeholder={t("ui.name.help")}
					ref={focusOnce}
					className="w-56"
				/>
				<Button submit size="small" variant="primary" busy={command.busy}>
					{t("ui.save")}
				</Button>
				<Button size="small" variant="quiet" onClick={() => setEditing(false)}>
					{t("ui.cancel")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</Form>
	);
}
