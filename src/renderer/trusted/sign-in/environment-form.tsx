import { useState } from "react";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { RESOURCE_NAMES } from "../../components/environment-kinds.ts";
import { Field, focusOnce } from "../../components/field.tsx";
import { Fold } from "../../components/fold.tsx";
import { Form } from "../../components/form.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { clientIdCount, draftFaults, draftToSend, type EnvironmentDraft } from "./environment-draft.ts";
import { RESOURCE_ORDER } from "./offers.ts";

/** The name of a built-in environment can't be changed. */
export function EnvironmentForm({
	initial,
	builtIn,
	onDone,
}: {
	initial: EnvironmentDraft;
	builtIn: boolean;
	onDone: () => void;
}) {
	const command = useTrustedCommand();
	const [draft, setDraft] = useState(initial);
	const [tried, setTried] = useState(false);
	const faults = draftFaults(draft);
	const faultOf = (name: keyof typeof faults) =>
		tried || draft[name] !== initial[name] ? faults[name] : null;
	const set = (change: Partial<EnvironmentDraft>) => setDraft({ ...draft, ...change });
	const submit = async () => {
		setTried(true);
		const input = draftToSend(draft);
		if (input === null) return;
		await command.call("saveEnvironment", input, onDone);
	};
	const count = clientIdCount(draft);
	return (
		<Form
			onSubmit={submit}
			onEscape={onDone}
			aria-label={
				initial.id === null ? t("trusted.sign-in.new-environment") : t("ui.edit", { name: initial.name })
			}
			className="grid gap-3"
			noValidate
		>
			{!builtIn && (
				<Field
					ref={focusOnce}
					label={t("ui.name")}
					maxLength={40}
					value={draft.name}
					onText={(name) => set({ name })}
					wrong={faultOf("name")}
				/>
			)}
			{draft.id === null ? (
				<Field
					label={t("trusted.sign-in.base-address")}
					mono
					maxLength={2048}
					placeholder={t("ui.https")}
					value={draft.baseUrl}
					onText={(baseUrl) => set({ baseUrl })}
					wrong={faultOf("baseUrl")}
					help={t("trusted.sign-in.address.help")}
				/>
			) : (
				<p className="text-f2 text-ink-2">{t("trusted.sign-in.address.fixed")}</p>
			)}
			<Field
				label={t("trusted.sign-in.sign-in-address")}
				mono
				maxLength={2048}
				placeholder={t("trusted.sign-in.same-base-address")}
				value={draft.authOrigin}
				onText={(authOrigin) => set({ authOrigin })}
				wrong={faultOf("authOrigin")}
				help={t("trusted.sign-in.issuer.help")}
			/>
			<Fold
				title={t("trusted.sign-in.client-ids.title")}
				aside={
					count === 0
						? t("trusted.sign-in.none")
						: t("trusted.sign-in.of", { count, whole: RESOURCE_ORDER.length })
				}
			>
				<div className="mt-2.5 grid gap-3 border-l border-line pl-4">
					<p className="text-f2 text-ink-2">{t("trusted.sign-in.client-ids.help")}</p>
					{RESOURCE_ORDER.map((resource) => (
						<Field
							key={resource}
							label={textOf(RESOURCE_NAMES[resource])}
							mono
							maxLength={400}
							value={draft.clientIds[resource]}
							onText={(text) => set({ clientIds: { ...draft.clientIds, [resource]: text } })}
						/>
					))}
				</div>
			</Fold>
			<Fault text={command.fault} />
			<div className="flex flex-wrap gap-2">
				<Button submit size="small" variant="primary" busy={command.busy}>
					{command.busy ? t("ui.saving") : t("ui.save")}
				</Button>
				<Button size="small" variant="quiet" onClick={onDone}>
					{t("ui.cancel")}
				</Button>
			</div>
		</Form>
	);
}
