// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import "@openzeppelin/contracts/access/Ownable.sol";
import "./Moves.sol";

/// Collection that sells its own items.
contract Collection is ERC721Enumerable, Ownable {
	uint256 public constant price = 0.02 ether;
	uint256 private next = 1;
	address public minter;

	constructor(string memory name, string memory symbol) ERC721(name, symbol) {}

	function setMinter(address minter_) external onlyOwner {
		minter = minter_;
	}

	function mint(uint256 quantity) external payable {
		require(msg.value == price * quantity, "price");
		_make(msg.sender, quantity);
	}

	function mintSeaDrop(address to, uint256 quantity) external {
		require(msg.sender == minter || msg.sender == owner(), "minter");
		_make(to, quantity);
	}

	function burn(uint256 id) external {
		require(_isApprovedOrOwner(msg.sender, id), "not yours");
		_burn(id);
	}

	function _make(address to, uint256 quantity) private {
		for (uint256 i; i < quantity; i++) _safeMint(to, next++);
	}
}

interface IDropped {
	function mintSeaDrop(address to, uint256 quantity) external;
}

/// OpenSea's SeaDrop, which sells new items of collections.
contract Drop {
	event SeaDropMint(address indexed nftContract, address indexed minter, address indexed feeRecipient, uint256 quantity);

	function mintPublic(address nft, address feeRecipient, address minterIfNotPayer, uint256 quantity) external payable {
		require(msg.value == 0.01 ether * quantity, "IncorrectPayment");
		address minter = minterIfNotPayer == address(0) ? msg.sender : minterIfNotPayer;
		Moves.pay(address(0), feeRecipient, msg.value / 10);
		Moves.pay(address(0), payable(Ownable(nft).owner()), msg.value - msg.value / 10);
		emit SeaDropMint(nft, minter, feeRecipient, quantity);
		IDropped(nft).mintSeaDrop(minter, quantity);
	}
}

/// Editions with many copies of each item.
contract Editions is ERC1155 {
	constructor() ERC1155("ipfs://editions/{id}") {}

	function mint(uint256 id, uint256 quantity) external payable {
		require(msg.value == 0.001 ether * quantity, "price");
		_mint(msg.sender, id, quantity, "");
	}
}
