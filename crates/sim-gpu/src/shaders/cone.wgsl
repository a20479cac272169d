// cone
