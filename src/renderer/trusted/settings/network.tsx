import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";
import { ChainRows } from "./chain-rows.tsx";
import { type ChainDraft, chainsAreFine, nextCluster, urlFault } from "./check.ts";
import { type TokenWish, tokenToSend } from "./token.ts";
import { TokenField } from "./token-field.tsx";

/** Where the service and the chains are reached. A wrong address can mislead or stop, so it is set here and not in the desk. */
export function Network() {
	const { bridge, view } = useTrusted();
	const { settings } = view;
	const [baseUrl, setBaseUrl] = useState(settings.baseUrl);
	const [token, setToken] = useState<TokenWish>({ kind: "keep" });
	const [chains, setChains] = useState<readonly ChainDraft[]>(() =>
		settings.chains.map((chain, key) => ({
			key,
			family: chain.family,
			chainId: chain.chainId,
			name: chain.name,
			rpcUrl: chain.rpcUrl,
		})),
	);
	const nextKey = useRef(settings.chains.length);
	const [saved, setSaved] = useState(false);
	const [tried, setTried] = useState(false);
	const wish = useWish();
	const fine = urlFault(baseUrl) === null && chainsAreFine(chains);

	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		setSaved(false);
		if (!fine) return;
		const outcome = await wish.send(() =>
			bridge.call("saveNetwork", {
				baseUrl: baseUrl.trim(),
				token: tokenToSend(token),
				chains: chains.map(({ chainId, name, rpcUrl }) => ({
					chainId,
					name: name.trim(),
					rpcUrl: rpcUrl.trim(),
				})),
			}),
		);
		if (outcome?.ok !== true) return;
		setToken({ kind: "keep" });
		setTried(false);
		setSaved(true);
	};

	return (
		<form onSubmit={(event) => void submit(event)} className="h-full" noValidate>
			<Page
				title="Addresses"
				lead="The service is where agents live. A chain’s address is where Countersign checks for itself what a transaction would do."
				bar={
					<>
						<Button look="quiet" onClick={() => void wish.send(() => bridge.call("openDesk", {}))}>
							Back to settings
						</Button>
						<Button submit look="primary" busy={wish.busy}>
							{wish.busy ? "Saving…" : "Save"}
						</Button>
					</>
				}
			>
				<div className="grid gap-6 *:min-w-0">
					{saved && (
						<Notice tone="in" alert>
							Saved. Countersign connects to these addresses now.
						</Notice>
					)}
					<Fault words={wish.fault} />
					{tried && !fine && (
						<Notice tone="danger" alert>
							Not saved: look at the marked boxes. The addresses in use are unchanged.
						</Notice>
					)}
					<section className="grid gap-4" aria-label="Service">
						<h2 className="label">Service</h2>
						<Field
							label="Base URL"
							mono
							value={baseUrl}
							onText={setBaseUrl}
							placeholder="https://"
							wrong={tried || baseUrl !== settings.baseUrl ? urlFault(baseUrl) : null}
						/>
						<p className="text-f2 text-pretty text-ink-2">
							You sign in on the service’s own page. A token pasted here is for development.{" "}
							<button
								type="button"
								className="font-medium text-accent hover:underline"
								onClick={() => void wish.send(() => bridge.call("openSignIn", {}))}
							>
								Sign in…
							</button>
						</p>
						<TokenField
							wish={token}
							onWish={setToken}
							hasToken={settings.hasToken}
							keeping={settings.tokenKeeping}
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
									? { key, family, chainId: "", name: "", rpcUrl: "" }
									: nextCluster(chains, key);
							if (added !== null) setChains([...chains, added]);
						}}
					/>
				</div>
			</Page>
		</form>
	);
}
