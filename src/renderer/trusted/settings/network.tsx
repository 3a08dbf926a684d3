import { type FormEvent, useRef, useState } from "react";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { LooseningPassword } from "../loosening-password.tsx";
import { Page } from "../page.tsx";
import { ChainRows } from "./chain-rows.tsx";
import { type ChainDraft, chainsAreFine, nextCluster, urlFault } from "./check.ts";
import { type TokenInput, tokenToSend } from "./token.ts";
import { TokenField } from "./token-field.tsx";

/** Where the service and the chains are reached. A wrong address can mislead or stop, so it is set here and not in the desk. */
export function Network() {
	const { bridge, view } = useTrusted();
	const { settings } = view;
	const [baseUrl, setBaseUrl] = useState(settings.baseUrl);
	const [token, setToken] = useState<TokenInput>({ kind: "keep" });
	const [chains, setChains] = useState<readonly ChainDraft[]>(() =>
		settings.chains.map((chain, key) => ({
			key,
			family: chain.family,
			chainId: chain.chainId,
			name: chain.name,
			rpcUrl: chain.rpcUrl,
			explorer: chain.explorer ?? "",
		})),
	);
	const nextKey = useRef(settings.chains.length);
	const [saved, setSaved] = useState(false);
	const [tried, setTried] = useState(false);
	const [password, setPassword] = useState("");
	const command = useCommand();
	const elsewhere = !chains.every(({ chainId, rpcUrl }) =>
		settings.chains.some((each) => each.chainId === chainId && each.rpcUrl === rpcUrl.trim()),
	);
	const asksPassword = view.takesPassword.rpc && elsewhere;
	const fine = urlFault(baseUrl) === null && chainsAreFine(chains);

	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		setSaved(false);
		if (!fine) return;
		const outcome = await command.send(() =>
			bridge.call("saveNetwork", {
				baseUrl: baseUrl.trim(),
				token: tokenToSend(token),
				password: asksPassword && password !== "" ? password : null,
				chains: chains.map(({ chainId, name, rpcUrl, explorer }) => ({
					chainId,
					name: name.trim(),
					rpcUrl: rpcUrl.trim(),
					...(explorer.trim() === "" ? {} : { explorer: explorer.trim() }),
				})),
			}),
		);
		setPassword("");
		if (outcome?.ok !== true) return;
		setToken({ kind: "keep" });
		setTried(false);
		setSaved(true);
	};

	return (
		<form onSubmit={(event) => void submit(event)} className="h-full" noValidate>
			<Page
				title={t("trusted.settings.addresses")}
				lead={t("trusted.settings.service-where-agents-live-chains")}
				bar={
					<>
						<Button look="quiet" onClick={() => void command.send(() => bridge.call("openDesk", {}))}>
							{t("trusted.settings.back-to-settings")}
						</Button>
						<Button submit look="primary" busy={command.busy}>
							{command.busy ? t("trusted.settings.saving") : t("trusted.settings.save")}
						</Button>
					</>
				}
			>
				<div className="grid gap-6 *:min-w-0">
					{saved && (
						<Notice tone="in" alert>
							{t("trusted.settings.saved-countersign-connects-addresses-now")}
						</Notice>
					)}
					<Fault text={command.fault} />
					{tried && !fine && (
						<Notice tone="danger" alert>
							{t("trusted.settings.not-saved-look-marked-boxes")}
						</Notice>
					)}
					<section className="grid gap-4" aria-label={t("trusted.settings.service")}>
						<h2 className="label">{t("trusted.settings.service")}</h2>
						<Field
							label={t("trusted.settings.base-url")}
							mono
							value={baseUrl}
							onText={setBaseUrl}
							placeholder={t("trusted.settings.https")}
							wrong={tried || baseUrl !== settings.baseUrl ? urlFault(baseUrl) : null}
						/>
						<p className="text-f2 text-pretty text-ink-2">
							{t("trusted.settings.sign-services-own-page-token")}{" "}
							<button
								type="button"
								className="font-medium text-accent hover:underline"
								onClick={() => void command.send(() => bridge.call("openSignIn", {}))}
							>
								{t("trusted.settings.sign-in")}
							</button>
						</p>
						<TokenField
							value={token}
							onChange={setToken}
							hasToken={settings.hasToken}
							keeping={textOf(settings.tokenKeeping)}
						/>
					</section>
					<ChainRows
						chains={chains}
						tried={tried}
						onChange={setChains}
						onAdd={(family) => {
							const key = nextKey.current++;
							const added: ChainDraft | null =
								family === "evm"
									? { key, family, chainId: "", name: "", rpcUrl: "", explorer: "" }
									: nextCluster(chains, key);
							if (added !== null) setChains([...chains, added]);
						}}
					/>
					{asksPassword && (
						<LooseningPassword
							why={t("trusted.settings.rules-count-chains-address-answers")}
							value={password}
							onText={setPassword}
						/>
					)}
				</div>
			</Page>
		</form>
	);
}
