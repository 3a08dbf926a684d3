/** What an amount is worth. */
export const worth = {
	"worth.about": "≈ {amount}",
	"worth.less-than-a-cent": "< $0.01",
	"worth.none": "no price",
	"worth.source": "Prices from Chainlink feeds, read by your RPC; oldest from {time}",
};
