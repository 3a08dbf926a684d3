import { hexToBytes } from "viem";
import { generatePrivateKey, sign } from "viem/accounts";

/** A process that signs what it is given, and knows nothing else: what a signature apart takes at least. */

const privateKey = generatePrivateKey();
process.on("message", (hash: `0x${string}`) => {
	sign({ hash, privateKey, to: "hex" }).then(
		(signature) => process.send?.(hexToBytes(signature)),
		() => process.exit(1),
	);
});
process.on("disconnect", () => process.exit(0));
