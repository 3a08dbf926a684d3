import { hexToBytes } from "viem";
import { generatePrivateKey, sign } from "viem/accounts";

/** Process that only signs the hashes it receives: the minimum cost of a signature in a separate process. */

const privateKey = generatePrivateKey();
process.on("message", (hash: `0x${string}`) => {
	sign({ hash, privateKey, to: "hex" }).then(
		(signature) => process.send?.(hexToBytes(signature)),
		() => process.exit(1),
	);
});
process.on("disconnect", () => process.exit(0));
