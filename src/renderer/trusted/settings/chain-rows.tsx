import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { type ChainDraft, chainIdFault, urlFault } from "./check.ts";

const MOST = 50;

/** The chains and where each is read from. */
export function ChainRows({
	chains,
	tried,
	onChange,
	onAdd,
}: {
	chains: readonly ChainDraft[];
	/** A save was tried: empty boxes are marked too. */
	tried: boolean;
	onChange: (chains: readonly ChainDraft[]) => void;
	onAdd: () => void;
}) {
	const set = (key: number, change: Partial<ChainDraft>) =>
		onChange(chains.map((chain) => (chain.key === key ? { ...chain, ...change } : chain)));
	return (
		<section aria-label="Chains">
			<h2 className="label">Chains</h2>
			{chains.length === 0 && (
				<p className="mt-2 text-f2 text-ink-2">
					None yet. Without one, a transaction can’t be checked against its chain, so it can’t be approved.
				</p>
			)}
			<ul className="mt-3 grid gap-3">
				{chains.map((chain) => {
					const others = chains.filter((other) => other.key !== chain.key).map((other) => other.chainId);
					const name = chain.name.trim() === "" ? `chain ${chain.chainId}` : chain.name;
					return (
						<li key={chain.key} className="card grid grid-cols-[7rem_1fr_auto] gap-3 p-3.5">
							<Field
								label="Chain id"
								mono
								inputMode="numeric"
								maxLength={16}
								value={chain.chainId}
								onText={(chainId) => set(chain.key, { chainId: chainId.trim() })}
								wrong={tried || chain.chainId !== "" ? chainIdFault(chain.chainId, others) : null}
							/>
							<Field
								label="Name"
								maxLength={40}
								value={chain.name}
								onText={(text) => set(chain.key, { name: text })}
								wrong={tried && chain.name.trim() === "" ? "A name is needed" : null}
							/>
							<Button
								look="quiet"
								aria-label={`Remove ${name}`}
								className="mt-6 px-3"
								onClick={() => onChange(chains.filter((other) => other.key !== chain.key))}
							>
								<Trash2 size={15} aria-hidden />
							</Button>
							<Field
								label="RPC address"
								mono
								placeholder="https://"
								value={chain.rpcUrl}
								onText={(rpcUrl) => set(chain.key, { rpcUrl })}
								wrong={tried || chain.rpcUrl !== "" ? urlFault(chain.rpcUrl) : null}
								className="col-span-3"
							/>
						</li>
					);
				})}
			</ul>
			<Button size="small" className="mt-3" disabled={chains.length >= MOST} onClick={onAdd}>
				<Plus size={14} aria-hidden /> Add a chain
			</Button>
		</section>
	);
}
