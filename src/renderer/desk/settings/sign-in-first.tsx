import { useEffect } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";

export function SignInFirst({ text }: { text: string | null }) {
	const command = useDeskCommand();
	return (
		<div>
			<p className="text-pretty text-ink-2">{text ?? t("desk.settings.credit.sign-in")}</p>
			<Button size="small" className="mt-2.5" {...command.press("openTrusted", { screen: "signIn" })}>
				{t("ui.sign-in")}
			</Button>
			<Fault text={command.fault} className="mt-2" />
		</div>
	);
}

export function useServiceAccount() {
	const { view } = useDesk();
	const { serviceAccount: account } = view;
	const { call, busy, fault } = useDeskCommand();
	const { offered } = account;
	// A new grant can change the result, so the account is read again.
	const grant = view.identity.grants.find(({ resource }) => resource === "account")?.state ?? "none";
	const granted = grant === "granted" || grant === "pasted";
	useEffect(() => {
		if (offered || granted) void call("readAccount", {});
	}, [offered, granted, call]);
	return {
		account,
		read: () => void call("readAccount", {}),
		reading: busy || account.loading,
		fault,
	};
}
