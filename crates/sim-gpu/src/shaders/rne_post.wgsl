// rne_post
